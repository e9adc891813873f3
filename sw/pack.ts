/// <reference lib="webworker" />
import type { PackRequest } from '#contract/workerMessages.ts'
import { fillPack, type PackOutcome } from '#data/pack/fillPack.ts'
import { createPackHold } from '#data/pack/packHold.ts'

/** The offline pack of this worker. */
export interface Pack {
  /** Answers a page. Resolves when the pass that the page asked for has ended. */
  request: (request: PackRequest, port: MessagePort | undefined) => Promise<void>
  /** Fills the pack without a page. */
  fill: (signal: AbortSignal) => Promise<PackOutcome>
}

/** Creates the pack. `takeover` returns a signal that aborts when another version takes over. */
export function createPack(takeover: () => AbortSignal): Pack {
  const pack = createPackHold()
  let running: Promise<PackOutcome> | undefined
  let isAskedAgain = false

  async function run(signal: AbortSignal): Promise<PackOutcome> {
    for (;;) {
      isAskedAgain = false
      const outcome = await fillPack({ signal, hold: pack })
      // The lists changed while the pass ran.
      if (outcome !== 'complete' || !isAskedAgain) return outcome
    }
  }

  function fill(signal: AbortSignal): Promise<PackOutcome> {
    isAskedAgain = true
    running ??= run(signal).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    fill,
    async request({ hold }, port) {
      if (hold) return pack.hold()
      pack.release()
      port?.postMessage(await fill(takeover()))
    },
  }
}

/** Fills the pack for a sync event. Rejects when it is not complete, so that the browser fires the event again. */
export async function completePack(pack: Pack, signal: AbortSignal): Promise<void> {
  if ((await pack.fill(signal)) === 'stopped') throw new PackIncomplete()
}

class PackIncomplete extends Error {
  override name = 'PackIncomplete'
}
