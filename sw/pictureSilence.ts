import type { WorkboxPlugin } from 'workbox-core'

/** Time without an answer to any picture after which the server counts as silent, in ms. */
const SILENCE = 15_000
/** Longest time for the bytes of one picture after its answer began, in ms. */
const BODY_LIMIT = 60_000

/**
 * Gives up pictures that a silent server never answers. Browsers open about six connections to a server, and Firefox
 * keeps those of a worker's requests when their page is gone: six unanswered pictures would block every later call, so
 * nothing would be sent after the server is back. On a slow network pictures wait for each other, so each answer counts
 * for all of them.
 */
export function limitSilence(): WorkboxPlugin {
  const unanswered = new Set<AbortController>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function restart() {
    clearTimeout(timer)
    timer = unanswered.size === 0 ? undefined : setTimeout(giveUp, SILENCE)
  }
  function giveUp() {
    for (const controller of unanswered) controller.abort()
    unanswered.clear()
    timer = undefined
  }
  function ended(controller: unknown) {
    if (!(controller instanceof AbortController)) return
    unanswered.delete(controller)
    restart()
  }

  return {
    async requestWillFetch({ request, state }) {
      const controller = new AbortController()
      if (state) state.silence = controller
      unanswered.add(controller)
      if (timer === undefined) restart()
      return new Request(request, { signal: controller.signal })
    },
    async fetchDidSucceed({ response, state }) {
      const controller: unknown = state?.silence
      ended(controller)
      if (controller instanceof AbortController) setTimeout(() => controller.abort(), BODY_LIMIT)
      return response
    },
    async fetchDidFail({ state }) {
      ended(state?.silence)
    },
  }
}
