import type { MetricsReport } from '#contract/userMetrics.ts'

/** The engine of a browser and its major version; 0 where the user agent does not tell it. */
export type BrowserEngine = Pick<MetricsReport, 'engine' | 'engineVersion'>

/**
 * In this order, since Chromium names all engines and WebKit those of others. Every browser of iOS is WebKit; those that
 * name no version of Safari name the one of the system.
 */
const ENGINE_PATTERNS = [
  ['firefox', /Firefox\/(\d+)/],
  ['chromium', /Chrom(?:e|ium)\/(\d+)/],
  ['webkit', /Version\/(\d+)/],
  ['webkit', /OS (\d+)_\d+ like Mac/],
  ['webkit', /AppleWebKit\//],
] as const

/** Reads the engine from a user agent. */
export function browserEngine(userAgent: string): BrowserEngine {
  for (const [engine, pattern] of ENGINE_PATTERNS) {
    const found = pattern.exec(userAgent)
    if (found) return { engine, engineVersion: Math.min(Number(found[1] ?? 0), 999) }
  }
  return { engine: 'other', engineVersion: 0 }
}
