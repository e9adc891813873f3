import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ENGINES } from '#tests/engines/engine.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { check, tally } from './check.ts'
import { DATABASES } from './servers.ts'
import { soak } from './soak.ts'

/**
 * `npm run soak -- --minutes N --seed S --database embedded`: simulates users, crashes and faults on the built app, by default
 * for ten minutes, on PostgreSQL and with one device in Firefox and one in WebKit, and checks the history for anomalies. Needs
 * `npm run build`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string' },
    engines: { type: 'string', default: 'chromium,firefox,chromium,webkit,chromium' },
  },
})
const database = DATABASES.find((one) => one === (values.database ?? 'postgres'))
if (!database) throw new Error(`--database is one of ${DATABASES.join(', ')}`)
const engines = values.engines.split(',').map((name) => {
  const engine = ENGINES.find((one) => one === name)
  if (!engine) throw new Error(`--engines names ${ENGINES.join(', ')} for each of the five devices`)
  return engine
})
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Date.now() % 1_000_000)

process.env.CHROMIUM ??= findChromium()
let end: number | undefined
/** The time starts with the first action. */
const shouldContinue = () => {
  end ??= Date.now() + minutes * 60_000
  return Date.now() < end
}
console.log(`soak: seed ${seed}, ${minutes} minutes, ${database}`)
const history = await soak({
  seed,
  database,
  titles: 8,
  engines,
  shouldContinue,
  log: (line) => console.log(`  ${Math.round(performance.now() / 1000)} s  ${line}`),
})
const findings = check(history)
const confirmed = history.actions.filter((action) => action.stored === 'yes').length
const counts = Object.entries(tally(findings)).map(([anomaly, count]) => `${count} ${anomaly}`)
console.log(
  `soak: seed ${seed}: ${history.actions.length} actions (${confirmed} confirmed), ${history.arrivals.length} arrivals: ${counts.join(', ')}`,
)
console.log(
  `  faults: ${Object.entries(history.faults)
    .map(([fault, count]) => `${count} ${fault}`)
    .join(', ')}`,
)
for (const { anomaly, words } of findings) console.log(`  ${anomaly}: ${words}`)
if (findings.length > 0) {
  mkdirSync('.cache/soak', { recursive: true })
  const file = `.cache/soak/${seed}.json`
  writeFileSync(file, JSON.stringify({ findings, history }, undefined, 1))
  console.log(`  the whole history: ${file}`)
}
process.exit(findings.length > 0 ? 1 : 0)
