import { registerRoute } from 'workbox-routing'
import { answerKept } from '#data/keptAnswer.ts'
import { KEPT_PATH } from '#data/keptBytes.ts'

/** Films that the person keeps on this device play from it, whoever asks: hls.js by fetching, Safari's own player by ranges. */
export function video() {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(KEPT_PATH),
    ({ request, url }) => answerKept(url, request.headers.get('Range')),
  )
}
