import { messageSW } from 'workbox-window'
import type { WhichVersion } from '#contract/workerMessages.ts'

const NOTE = 'parde-left-behind'

/**
 * Whether the worker keeps another version than this page is of: it has taken over while the page was on its way, when
 * there was nobody yet to be told. Once for each, since a reload may bring the same page again.
 */
export async function hasVersionSkew(): Promise<boolean> {
  const worker = navigator.serviceWorker.controller
  const own = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
  if (!worker || own === undefined) return false
  const its: unknown = await messageSW(worker, { type: 'parde:version' } satisfies WhichVersion)
  if (typeof its !== 'string' || its === own) return false
  try {
    const both = `${own} ${its}`
    if (sessionStorage.getItem(NOTE) === both) return false
    sessionStorage.setItem(NOTE, both)
    return true
  } catch {
    // Without a place for the note nothing would stop a loop.
    return false
  }
}
