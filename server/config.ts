import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { ContactChannel } from '#contract/contact.ts'
import { PASSWORD_COST, type PasswordCost } from './accounts/passwordHash.ts'
import { type PushSettings, readPush } from './notifications/push/settings.ts'
import { isVapidKey } from './notifications/push/vapid.ts'
import { StartupError } from './platform/startupError.ts'

/** What the API itself must know. */
export interface Settings {
  /** Origins whose pages may call, exactly. */
  origins: readonly string[]
  /** Signs CSRF tokens and cursors. */
  secret: string
  /** Set when the app and the API live on different hosts of one domain. */
  cookieDomain: string | undefined
  /** How many proxies of ours stand before the server and write `X-Forwarded-*`. */
  proxies: number
  passwordCost: PasswordCost
  /** The bot that vouches for people from Telegram, and its name there; nothing: they have to sign in as others do. */
  telegram?: { token: string; bot: string | undefined } | undefined
  /** Compares each reply with the contract: in tests and development, too slow for production. */
  checkReplies: boolean
  /** How news reaches browsers where the app is closed; without it nothing is pushed. */
  push?: PushSettings
  /** Who takes the money, the sandbox unless told; `none`: nothing can be bought, and only codes are taken. */
  gateway?: 'sandbox' | 'none'
  /** Where films are kept ready to be sent. */
  films: string
  /** How long a link to a film lasts, in seconds; some hours unless told. */
  linkLife?: number | undefined
  /** How people reach the operator; none unless told. */
  contact?: readonly ContactChannel[]
}

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const Url = v.pipe(v.string(), v.url())

/** A channel's address, as the contract takes it. */
function contactAt(kind: ContactChannel['kind']) {
  return v.optional(
    v.pipe(
      v.string(),
      v.transform((address) => ({ kind, address })),
      ContactChannel,
    ),
  )
}

const Environment = v.object({
  /** 0: the app is served by something else. */
  APP_PORT: v.optional(Port, '4173'),
  API_PORT: v.optional(Port, '8787'),
  /** What the app is told; `/` for the same origin. */
  API_BASE: v.optional(v.union([Url, v.pipe(v.string(), v.startsWith('/'))])),
  /** Separated by commas, the public address first; without it the app's own, by each of this machine's names. */
  APP_ORIGINS: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  COOKIE_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^\.?[a-z0-9.-]+$/i))),
  /** The one address to listen on; without it both of this machine's own. */
  HOST: v.optional(v.string()),
  APP_SECRET: v.optional(v.pipe(v.string(), v.minLength(32))),
  /** 0: pictures are drawn only when somebody asks. */
  DRAW_AHEAD: v.optional(v.picklist(['0', '1']), '1'),
  PAYMENTS: v.optional(v.picklist(['sandbox', 'none']), 'sandbox'),
  CHECK_REPLIES: v.optional(v.picklist(['0', '1']), '0'),
  CONTACT_EMAIL: contactAt('email'),
  CONTACT_TELEGRAM: contactAt('telegram'),
  CONTACT_INSTAGRAM: contactAt('instagram'),
  CONTACT_PHONE: contactAt('phone'),
  /** Without it letters are files in the data folder. */
  SMTP_URL: v.optional(v.pipe(Url, v.regex(/^smtps?:\/\//))),
  /** Who letters come from; an address of the public host, unless told. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email())),
  TELEGRAM_BOT_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^\d+:[\w-]{20,}$/))),
  TELEGRAM_BOT: v.optional(v.pipe(v.string(), v.regex(/^@?\w{5,32}$/))),
  /** The key that push services know us by (raw, base64url); the same for all processes. */
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.check(isVapidKey))),
  /** Whom push services write to when something is wrong; without it the public address of the app. */
  PUSH_CONTACT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/))),
  /** How long links to films last. */
  STREAM_LINK_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number))),
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), '0'),
})

export interface Config extends Settings {
  appPort: number
  apiPort: number
  apiBase: string | undefined
  host: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  drawAhead: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Where the app lives, for those who link to it; nothing where nobody has said so. */
  publicOrigin: string | undefined
}

/** Reads the environment; throws a `StartProblem` with the name of what is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = v.safeParse(Environment, set)
  if (!read.success) {
    const names = read.issues.map((issue) => `${v.getDotPath(issue)}=${JSON.stringify(issue.input)}`)
    throw new StartupError(`These settings cannot be read: ${names.join(', ')}`)
  }
  const from = read.output
  const dataDir = resolve(from.DATA_DIR)
  return {
    appPort: from.APP_PORT,
    apiPort: from.API_PORT,
    apiBase: from.API_BASE,
    host: from.HOST,
    dataDir,
    databaseUrl: from.DATABASE_URL,
    drawAhead: from.DRAW_AHEAD === '1',
    smtpUrl: from.SMTP_URL,
    mailFrom: from.MAIL_FROM ?? mailAddress(from.APP_ORIGINS),
    telegram:
      from.TELEGRAM_BOT_TOKEN === undefined
        ? undefined
        : { token: from.TELEGRAM_BOT_TOKEN, bot: from.TELEGRAM_BOT?.replace('@', '') },
    publicOrigin: from.APP_ORIGINS === undefined ? undefined : readOrigins(from.APP_ORIGINS)[0],
    origins: from.APP_ORIGINS === undefined ? ownOrigins(from.APP_PORT) : readOrigins(from.APP_ORIGINS),
    secret: from.APP_SECRET ?? keptSecret(dataDir),
    cookieDomain: from.COOKIE_DOMAIN,
    proxies: from.TRUST_PROXY,
    passwordCost: PASSWORD_COST,
    gateway: from.PAYMENTS,
    films: join(dataDir, 'films'),
    linkLife: from.STREAM_LINK_SECONDS,
    checkReplies: from.CHECK_REPLIES === '1',
    push: readPush({
      dataDir,
      key: from.VAPID_PRIVATE_KEY,
      contact: from.PUSH_CONTACT,
      origin: from.APP_ORIGINS === undefined ? undefined : readOrigins(from.APP_ORIGINS)[0],
    }),
    contact: [from.CONTACT_EMAIL, from.CONTACT_TELEGRAM, from.CONTACT_INSTAGRAM, from.CONTACT_PHONE].filter(
      (channel) => channel !== undefined,
    ),
  }
}

function mailAddress(origins: string | undefined): string {
  const [origin = 'http://localhost'] = readOrigins(origins ?? '')
  return `no-reply@${new URL(origin).hostname}`
}

function ownOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)
}

function readOrigins(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      if (!URL.canParse(one)) throw new StartupError(`APP_ORIGINS has something that is no origin: ${one}`)
      return new URL(one).origin
    })
}

/** Made at the first start, readable by this user alone. */
function keptSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'secret')
  try {
    // Fails when there is one: two first starts at once end with the same secret.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
