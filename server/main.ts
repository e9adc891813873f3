import { type Config, misspeltSettings, readConfig } from './config.ts'
import { mailFolder } from './notifications/mail/transports.ts'
import { log } from './platform/log.ts'
import { describe, reportError } from './platform/reportError.ts'
import { StartupError } from './platform/startupError.ts'
import { type Running, start } from './start.ts'

/** Shutdown is forced after this and `STOP_DELAY_SECONDS`, in ms. */
const STOP_TIMEOUT = 10_000
/** Interval of checking that the npm process that started us is alive, in ms. */
const PARENT_CHECK = 200

runUntilStopped()

function runUntilStopped() {
  let isStopping = false
  // Node would print the error with personal data in it.
  process.on('uncaughtException', (error) => endWith('An error that nothing handled ended the server', error))
  for (const { name, meant } of misspeltSettings(process.env)) {
    log.warn(`${name} is not a setting and is ignored. Is ${meant} meant?`)
  }
  const config = readConfigOrExit()
  log.level = config.logLevel
  const running = start(config)
  running.then((started) => isStopping || printGreeting(config, started)).catch(exitWith)
  const stop = () => {
    // A terminal and npm may both deliver the same Ctrl-C.
    if (isStopping) return
    isStopping = true
    log.info('Stopping')
    setTimeout(() => process.exit(1), STOP_TIMEOUT + config.stopDelay * 1_000).unref()
    running
      .then((started) => started.stop())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        reportError('Stopping failed', error)
        process.exit(1)
      })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(stop)
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitWith(error)
  }
}

function exitWith(error: unknown): never {
  const reason = reasonFor(error)
  if (reason === undefined) return endWith('The server cannot start', error)
  log.fatal(reason)
  process.exit(1)
}

function endWith(what: string, error: unknown): never {
  log.fatal({ error: describe(error) }, what)
  process.exit(1)
}

/** npm sends a signal to the shell between it and us, which dies without passing it on. */
function stopWithParent(stop: () => void) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_CHECK).unref()
}

function printGreeting(config: Config, { demoAccount }: Running) {
  const { appPort, apiPort, databaseUrl, smtpUrl, gateway } = config
  const lines = [`API   http://localhost:${apiPort}`]
  if (appPort !== 0) lines.unshift(`App   http://localhost:${appPort}`)
  if (databaseUrl === undefined && demoAccount) lines.push(`Demo  ${demoAccount.email} / ${demoAccount.password}`)
  if (databaseUrl !== undefined && gateway === 'sandbox') {
    lines.push('Plans cost nothing: PAYMENTS=sandbox takes no money')
  }
  if (smtpUrl === undefined) lines.push(`Mail  ${mailFolder(config)} (SMTP_URL sends it)`)
  console.log(`\n  Parde\n\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

/** The reason of a failed start for the operator; undefined for a bug. */
function reasonFor(error: unknown): string | undefined {
  const root = rootCause(error)
  if (root instanceof StartupError) return root.message
  const { code = '', path, message = '' }: Partial<NodeJS.ErrnoException> = root instanceof Error ? root : {}
  if (path !== undefined) return `${path} cannot be used (${code}). Choose another folder by DATA_DIR.`
  // Network errors, refused credentials, or a missing database.
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|28|3D000)/.test(code)) {
    return `The database of DATABASE_URL cannot be used: ${message || code}`
  }
  return undefined
}

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error
}
