import { type Config, readConfig } from './config.ts'
import { DEMO } from './demoAccount.ts'
import { type Running, start } from './start.ts'
import { StartProblem } from './startProblem.ts'

/** What is still under way after this long is given up, in ms. */
const STOP_TIMEOUT = 10_000
/** How often we look whether npm, which started us, is still there, in ms. */
const PARENT_CHECK = 200

let stopping = false
const running = run()
running.catch((problem: unknown) => {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exit(1)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
if (process.env.npm_lifecycle_event !== undefined) stopWithParent()

async function run(): Promise<Running> {
  const config = readConfig(process.env)
  const started = await start(config)
  if (!stopping) greet(config)
  return started
}

/** Once: a terminal and npm may both pass the same Ctrl-C on. */
async function stop() {
  if (stopping) return
  stopping = true
  console.log('  Stopping')
  setTimeout(() => process.exit(1), STOP_TIMEOUT).unref()
  await (await running).stop()
  process.exit(0)
}

/** npm gives a signal to the shell between it and us, and that one dies without passing it on. */
function stopWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop()
  }, PARENT_CHECK).unref()
}

function greet({ appPort, apiPort, databaseUrl }: Config) {
  const lines = [`API   http://localhost:${apiPort}`]
  if (appPort !== 0) lines.unshift(`App   http://localhost:${appPort}`)
  if (databaseUrl === undefined) lines.push(`Demo  ${DEMO.email} / ${DEMO.password}`)
  console.log(`\n  Parde\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
