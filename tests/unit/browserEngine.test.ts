import { expect, test } from 'vitest'
import { browserEngine } from '#data/platform/browserEngine.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'chromium', 142],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'chromium', 130],
  [`${MAC}/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'chromium', 141],
  [`${MAC}/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'webkit', 26],
  [`${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`, 'webkit', 26],
  [`${IPHONE} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, 'webkit', 18],
  [`${IPHONE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, 'webkit', 18],
  // An app on the home screen names neither Safari nor its version.
  [`${IPHONE} Mobile/15E148`, 'webkit', 18],
  [`${MAC}/605.1.15 (KHTML, like Gecko)`, 'webkit', 0],
  ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'firefox', 145],
  ['Mozilla/5.0 (X11; Linux) Chrome/99999.0', 'chromium', 999],
  ['curl/8.5.0', 'other', 0],
  ['', 'other', 0],
])('reads the engine of %s', (userAgent, engine, engineVersion) => {
  expect(browserEngine(userAgent)).toEqual({ engine, engineVersion })
})
