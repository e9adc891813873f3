import { setTimeout as wait } from 'node:timers/promises'
import { ignoring } from './reportError.ts'

/** Resolves when one of these promises ends, at the latest after `most` ms. */
export async function untilOneEnds(running: Iterable<Promise<unknown>>, most: number): Promise<void> {
  const ended = new AbortController()
  const pause = wait(most, undefined, { signal: ended.signal }).catch(ignoring('waiting', 'AbortError'))
  await Promise.race([pause, ...running])
  ended.abort()
}
