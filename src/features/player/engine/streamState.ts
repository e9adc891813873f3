import type { Reason } from './retryPolicy.ts'

/** One way to see the film; `name` as people call it: «720p». */
export interface Quality {
  name: string
  height: number
  bandwidth: number
}

export interface Voice {
  id: number
  label: string
  lang: string
}

/** What the stream is at, for the screen. */
export interface StreamState {
  /** `refused`: there is no link any more, `message` says why */
  phase: 'opening' | 'open' | 'refused'
  message: string | undefined
  /** what keeps the film from coming; it is tried again and again */
  trouble: Reason | undefined
  /** a piece was given up: it has to be stepped over, or another quality chosen */
  isStuck: boolean
  /** best first; none where the browser chooses by itself */
  qualities: Quality[]
  /** what the person chose */
  chosen: string
  /** the quality that is on the screen */
  shown: string | undefined
  voices: Voice[]
  voice: number | undefined
}

const OPENING: StreamState = {
  phase: 'opening',
  message: undefined,
  trouble: undefined,
  isStuck: false,
  qualities: [],
  chosen: 'auto',
  shown: undefined,
  voices: [],
  voice: undefined,
}

/** What is known of a stream, with those who want to hear of it. */
export interface StreamStore {
  get: () => StreamState
  set: (changes: Partial<StreamState>) => void
  watch: (changed: () => void) => () => void
}

export function createStreamStore(): StreamStore {
  let state = OPENING
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(changes) {
      if (Object.entries(changes).every(([key, value]) => state[key as keyof StreamState] === value)) return
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
    watch(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
