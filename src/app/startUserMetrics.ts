import type { Metric } from 'web-vitals'
import { isMeasuring } from '#data/areas/metricsSettings.ts'
import { countMeasured, type Measured, REPORT_INTERVAL, sendMetrics } from '#data/areas/userMetrics.ts'
import { liveQuery } from '#data/database/liveQuery.ts'
import { browserEngine } from '#data/platform/browserEngine.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { isStandalone } from '#data/platform/install.ts'
import { once } from '#data/platform/once.ts'
import { isMissingChunk } from '#data/platform/reportError.ts'

/** Delay after startup of the report of what earlier pages and the worker counted, in ms. */
const START_DELAY = 30_000

const expected = ignoring(...EXPECTED_ERRORS)

/**
 * Measures this page and reports what this device has counted, once the user and the operator allow it
 * (docs/decisions/066-user-metrics.md). Reports when the page is hidden, and every hour of a page that stays open.
 */
export function startUserMetrics() {
  let counting: Promise<unknown> = Promise.resolve()
  const count = (measured: Measured) => {
    counting = counting.then(() => countMeasured([measured])).catch(expected)
  }
  const send = () => {
    const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? 'unknown'
    void counting
      .then(() => sendMetrics({ ...browserEngine(navigator.userAgent), installed: isStandalone(), version }))
      .catch(expected)
  }
  const measure = once(() => void measureVitals(count))
  liveQuery(async () => isMeasuring()).subscribe((isAllowed) => {
    if (isAllowed) measure()
  })
  // The library reports its last values before, from listeners of the window in the capturing phase.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
  setTimeout(send, START_DELAY)
  setInterval(send, REPORT_INTERVAL)
}

/** Loads the library and counts each metric of this page once, although later hidings of the page may report it again. */
async function measureVitals(count: (measured: Measured) => void): Promise<void> {
  try {
    const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
    const counted = new Set<string>()
    for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB])
      observe(({ id, name, value }: Metric) => {
        if (counted.has(id)) return
        counted.add(id)
        count({ metric: name, value: name === 'CLS' ? value * 1000 : value })
      })
  } catch (failure) {
    // Without the chunk this page stays unmeasured.
    if (!isMissingChunk(failure)) throw failure
  }
}
