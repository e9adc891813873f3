import { type Config, readConfig } from './config.ts'
import { DEMO } from './demoAccount.ts'
import { type Running, start } from './start.ts'
import { StartProblem } from './startProblem.ts'

/** What is still under way after this long is given up, in ms. */
const STOP_TIMEOUT = 10_000

const running = run()
running.catch((problem: unknown) => {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)

async function run(): Promise<Running> {
  const config = readConfig(process.env)
  const started = await start(config)
  greet(config)
  return started
}

async function stop() {
  setTimeout(() => process.exit(1), STOP_TIMEOUT).unref()
  await (await running).stop()
  process.exit(0)
}

function greet({ appPort, apiPort, databaseUrl }: Config) {
  const lines = [`API   http://localhost:${apiPort}`]
  if (appPort !== 0) lines.unshift(`App   http://localhost:${appPort}`)
  if (databaseUrl === undefined) lines.push(`Demo  ${DEMO.email} / ${DEMO.password}`)
  console.log(`\n  Parde\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
