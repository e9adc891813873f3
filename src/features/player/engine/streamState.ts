import type { FailureReason } from './retryPolicy.ts'

/** A quality level; `name` as shown to users: «720p». */
export interface Quality {
  name: string
  height: number
  bandwidth: number
}

export interface AudioTrack {
  id: number
  label: string
  lang: string
}

/** State of the stream for the screen. */
export interface StreamState {
  /** `refused`: the server refused a new link, `message` says why */
  phase: 'opening' | 'open' | 'refused'
  message: string | undefined
  /** why loading is failing; retries continue */
  failure: FailureReason | undefined
  /** a segment was abandoned: the user can skip it or choose another quality */
  isStuck: boolean
  /** best first; empty when the browser selects the quality itself */
  qualities: Quality[]
  /** the user's choice */
  chosen: string
  /** the quality of the current frame */
  shown: string | undefined
  audioTracks: AudioTrack[]
  audioTrack: number | undefined
}

const OPENING: StreamState = {
  phase: 'opening',
  message: undefined,
  failure: undefined,
  isStuck: false,
  qualities: [],
  chosen: 'auto',
  shown: undefined,
  audioTracks: [],
  audioTrack: undefined,
}

/** A store of the stream state. */
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
