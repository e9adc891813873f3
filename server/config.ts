import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { closestMatch } from 'leven'
import * as v from 'valibot'
import { ContactChannel } from '#contract/contact.ts'
import { METRICS_POLICIES, type MetricsPolicy } from '#contract/metricsPolicy.ts'
import { PASSWORD_COST, type PasswordCost } from './accounts/passwordHash.ts'
import { GATEWAYS } from './database/schema/premium.ts'
import { type PushSettings, readPush } from './notifications/push/settings.ts'
import { isVapidKey } from './notifications/push/vapid.ts'
import type { GatewayName } from './payments/gateway.ts'
import { ZARINPAL_URL, type ZarinpalSettings } from './payments/zarinpal.ts'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'
import type { Secrets } from './platform/signing.ts'
import { StartupError } from './platform/startupError.ts'
import { readOrCreateSecret } from './platform/storedSecret.ts'
import type { StorageSettings } from './storage/openStorage.ts'
import type { S3Settings } from './storage/s3Storage.ts'
import { FILM_DELIVERIES, type FilmDelivery } from './stream/sendFile.ts'

/** Settings of the API. */
export interface Settings {
  /** Origins whose pages may call the API, compared exactly. */
  origins: readonly string[]
  /** Sign CSRF tokens, cursors and links. */
  secrets: Secrets
  /** Set if the app and the API are on different hosts of one domain. */
  cookieDomain: string | undefined
  /** Number of our own proxies in front of the server that set `X-Forwarded-*`. */
  proxies: number
  passwordCost: PasswordCost
  /** The Telegram bot that signs users in; without it there is no sign-in through Telegram. */
  telegram?: { token: string; bot: string | undefined } | undefined
  /** Checks each reply against the contract: for tests and development, too slow for production. */
  checkReplies: boolean
  /** Web push; without it no notification is pushed. */
  push?: PushSettings
  /** The gateway of new payments. `none` accepts only codes. Default: the sandbox. */
  gateway?: GatewayName | 'none'
  /** Without it no payment at ZarinPal is opened or checked. */
  zarinpal?: ZarinpalSettings | undefined
  /** API calls in progress at a time; further ones are refused. Default: any number. */
  callsMax?: number
  /** Folder of films prepared from the demo's sample. */
  films: string
  /** How the operator's films reach clients. Default: through the server. */
  filmDelivery?: FilmDelivery
  /** Lifetime of film links, in seconds. */
  linkLife?: number | undefined
  /** The operator's contact channels. */
  contact?: readonly ContactChannel[]
  /** Whether users' devices report metrics. Default: off. */
  userMetrics?: MetricsPolicy
}

/** `callsMax` of the embedded database, which runs one statement at a time, and of a database server with its pool. */
const CALLS_MAX = { embedded: 100, server: 1_000 }

/** A power cut may leave zero bytes in a file that was not synced. */
const SECRET = /^\P{Cc}{32,}$/u

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const Url = v.pipe(v.string(), v.url())
const MerchantId = v.pipe(v.string(), v.uuid())

/** A channel's address, as the contract requires it. */
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
  /** 0: the app is served elsewhere. */
  APP_PORT: v.optional(Port, '4173'),
  API_PORT: v.optional(Port, '8787'),
  /** The API's base as the app sees it; `/` for the same origin. */
  API_BASE: v.optional(v.union([Url, v.pipe(v.string(), v.startsWith('/'))])),
  /** Separated by commas, the public address first. Default: the app's port on each local host name. */
  APP_ORIGINS: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  /** A streaming replica of `DATABASE_URL`, for reads of the catalogue. */
  DATABASE_REPLICA_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))),
  /** Where the operator's films and pictures are. */
  STORAGE: v.optional(v.picklist(['folder', 's3']), 'folder'),
  /** Default: Amazon's. */
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.check(isOrigin))),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)), 'us-east-1'),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  FILM_DELIVERY: v.optional(v.picklist(FILM_DELIVERIES), 'server'),
  COOKIE_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^\.?[a-z0-9.-]+$/i))),
  /** The address to listen on. Default: both loopback addresses. */
  HOST: v.optional(v.string()),
  /** Several, separated by commas: the first signs, the others are accepted too. */
  APP_SECRET: v.optional(v.pipe(v.string(), v.regex(SECRET))),
  /** 1: start with other keys than the database was used with. */
  ACCEPT_NEW_KEYS: v.optional(v.picklist(['0', '1']), '0'),
  /** 0: pictures are drawn only on request. */
  DRAW_AHEAD: v.optional(v.picklist(['0', '1']), '1'),
  PAYMENTS: v.optional(v.picklist([...GATEWAYS, 'none'])),
  ZARINPAL_MERCHANT_ID: v.optional(v.string()),
  /** Another address of ZarinPal: of its sandbox, or of a test. */
  ZARINPAL_URL: v.optional(
    v.pipe(Url, v.regex(/^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/)),
    ZARINPAL_URL,
  ),
  /** The API read access token of TMDB, for `parde source tmdb`. */
  TMDB_TOKEN: v.optional(v.string()),
  /** 1: the operator has an agreement with TMDB for commercial use. */
  TMDB_COMMERCIAL: v.optional(v.picklist(['0', '1']), '0'),
  /** The catalogue that is written at the start. */
  SEED: v.optional(v.picklist(['demo', 'none'])),
  CHECK_REPLIES: v.optional(v.picklist(['0', '1']), '0'),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS), 'info'),
  /** Port of the metrics for Prometheus; without it there are none. */
  METRICS_PORT: v.optional(Port),
  /** The address to serve the metrics on. Default: both loopback addresses. */
  METRICS_HOST: v.optional(v.string()),
  USER_METRICS: v.optional(v.picklist(METRICS_POLICIES), 'consent'),
  CONTACT_EMAIL: contactAt('email'),
  CONTACT_TELEGRAM: contactAt('telegram'),
  CONTACT_INSTAGRAM: contactAt('instagram'),
  CONTACT_PHONE: contactAt('phone'),
  /** Without it, mail is written to files in the data folder. */
  SMTP_URL: v.optional(v.pipe(Url, v.regex(/^smtps?:\/\//))),
  /** Sender of mail. Default: an address of the public host. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email())),
  TELEGRAM_BOT_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^\d+:[\w-]{20,}$/))),
  TELEGRAM_BOT: v.optional(v.pipe(v.string(), v.regex(/^@?\w{5,32}$/))),
  /** The private key for push services (raw, base64url), the same for all processes. */
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.check(isVapidKey))),
  /** Contact for push services. Default: the app's public address. */
  PUSH_CONTACT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/))),
  /** Lifetime of film links. */
  STREAM_LINK_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number))),
  /** From SIGTERM on, the process says that it is not ready for this long before it stops. */
  STOP_DELAY_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)), '0'),
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), '0'),
})

export interface Config extends Settings, StorageSettings {
  appPort: number
  apiPort: number
  apiBase: string | undefined
  host: string | undefined
  databaseUrl: string | undefined
  databaseReplicaUrl: string | undefined
  logLevel: LogLevel
  /** where metrics are served; undefined: nowhere */
  metrics: { port: number; host: string | undefined } | undefined
  drawAhead: boolean
  /** whether the demo catalogue is seeded and its sample plays as every title */
  hasDemo: boolean
  /** whether TMDB's content may be used: the site takes no money, or TMDB has agreed to it */
  mayUseTmdb: boolean
  /** whether to start with other keys than the database was used with */
  acceptsNewKeys: boolean
  /** in seconds */
  stopDelay: number
  smtpUrl: string | undefined
  mailFrom: string
  /** The app's public origin for links to it; undefined if not configured. */
  publicOrigin: string | undefined
}

/** Where the data is. */
export type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket' | 'mayUseTmdb'>

/** Reads where the data is, and creates nothing there. Throws a `StartupError` that names invalid settings. */
export function readPlaces(env: Record<string, string | undefined>): Places {
  const from = readEnvironment(env)
  return {
    dataDir: resolve(from.DATA_DIR),
    databaseUrl: from.DATABASE_URL,
    bucket: readBucket(from),
    mayUseTmdb: readTmdbUse(from),
  }
}

/** Settings of the commands that read catalogue sources. */
export interface SourceSettings extends Pick<Config, 'mayUseTmdb'> {
  /** secret */
  tmdbToken: string | undefined
  /** address of the operator, for Wikimedia */
  contact: string | undefined
}

/** Reads the settings of sources. Throws a `StartupError` that names invalid settings. */
export function readSourceSettings(env: Record<string, string | undefined>): SourceSettings {
  const from = readEnvironment(env)
  return { tmdbToken: from.TMDB_TOKEN, mayUseTmdb: readTmdbUse(from), contact: from.CONTACT_EMAIL?.address }
}

/** The sandbox takes no money. */
function readTmdbUse({ PAYMENTS = 'none', TMDB_COMMERCIAL }: v.InferOutput<typeof Environment>): boolean {
  return TMDB_COMMERCIAL === '1' || PAYMENTS === 'none' || PAYMENTS === 'sandbox'
}

/** Reads the environment and creates missing secrets; throws a `StartupError` that names invalid settings. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const from = readEnvironment(env)
  const dataDir = resolve(from.DATA_DIR)
  // Nobody's site: with a database server, premium costs nothing only if the operator says so, and no demo is seeded.
  const isTrial = from.DATABASE_URL === undefined
  return {
    appPort: from.APP_PORT,
    apiPort: from.API_PORT,
    apiBase: from.API_BASE,
    host: from.HOST,
    dataDir,
    databaseUrl: from.DATABASE_URL,
    databaseReplicaUrl: readReplica(from),
    logLevel: from.LOG_LEVEL,
    metrics: from.METRICS_PORT === undefined ? undefined : { port: from.METRICS_PORT, host: from.METRICS_HOST },
    drawAhead: from.DRAW_AHEAD === '1',
    stopDelay: from.STOP_DELAY_SECONDS,
    smtpUrl: from.SMTP_URL,
    mailFrom: from.MAIL_FROM ?? mailAddress(from.APP_ORIGINS),
    telegram:
      from.TELEGRAM_BOT_TOKEN === undefined
        ? undefined
        : { token: from.TELEGRAM_BOT_TOKEN, bot: from.TELEGRAM_BOT?.replace('@', '') },
    publicOrigin: from.APP_ORIGINS === undefined ? undefined : readOrigins(from.APP_ORIGINS)[0],
    origins: from.APP_ORIGINS === undefined ? ownOrigins(from.APP_PORT) : readOrigins(from.APP_ORIGINS),
    secrets: readSecrets(from.APP_SECRET ?? storedSecret(dataDir)),
    mayUseTmdb: readTmdbUse(from),
    acceptsNewKeys: from.ACCEPT_NEW_KEYS === '1',
    cookieDomain: from.COOKIE_DOMAIN,
    proxies: from.TRUST_PROXY,
    passwordCost: PASSWORD_COST,
    gateway: from.PAYMENTS ?? (isTrial ? 'sandbox' : 'none'),
    zarinpal: readZarinpal(from),
    callsMax: isTrial ? CALLS_MAX.embedded : CALLS_MAX.server,
    hasDemo: (from.SEED ?? (isTrial ? 'demo' : 'none')) === 'demo',
    films: join(dataDir, 'films'),
    bucket: readBucket(from),
    filmDelivery: readFilmDelivery(from),
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
    userMetrics: from.USER_METRICS,
  }
}

function readEnvironment(env: Record<string, string | undefined>): v.InferOutput<typeof Environment> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = v.safeParse(Environment, set)
  if (read.success) return read.output
  const names = read.issues.map((issue) => `${v.getDotPath(issue)}=${JSON.stringify(issue.input)}`)
  throw new StartupError(`These settings cannot be read: ${names.join(', ')}`)
}

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.entries)

/** Shorter names resemble variables of other programs (`HOME`, `HOST`). */
const NAME_MIN = 6

/** Returns the variables that are no setting and whose name is at most two letters away from one. */
export function misspeltSettings(env: Record<string, string | undefined>): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (SETTING_NAMES.includes(name) || name.length < NAME_MIN) return []
    const meant = closestMatch(name, SETTING_NAMES, { maxDistance: 2 })
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function readReplica({ DATABASE_URL, DATABASE_REPLICA_URL }: v.InferOutput<typeof Environment>): string | undefined {
  if (DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined) {
    throw new StartupError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica')
  }
  return DATABASE_REPLICA_URL
}

/** Its id is secret, so errors do not quote it. */
function readZarinpal(from: v.InferOutput<typeof Environment>): ZarinpalSettings | undefined {
  const { PAYMENTS, ZARINPAL_MERCHANT_ID: merchantId } = from
  if (merchantId === undefined && PAYMENTS !== 'zarinpal') return undefined
  if (v.is(MerchantId, merchantId)) return { merchantId, url: new URL(from.ZARINPAL_URL).origin }
  throw new StartupError('ZARINPAL_MERCHANT_ID must be the id of your gateway at ZarinPal, a UUID of 36 characters')
}

/** Its keys are secret, so errors do not quote them. */
function readBucket(from: v.InferOutput<typeof Environment>): S3Settings | undefined {
  if (from.STORAGE === 'folder') return undefined
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = from
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StartupError('STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  const { S3_REGION: region, S3_ENDPOINT = `https://s3.${region}.amazonaws.com` } = from
  return { endpoint: new URL(S3_ENDPOINT).origin, region, bucket, accessKeyId, secretAccessKey }
}

function readFilmDelivery({ STORAGE, FILM_DELIVERY }: v.InferOutput<typeof Environment>): FilmDelivery {
  if (FILM_DELIVERY === 'redirect' && STORAGE === 'folder') {
    throw new StartupError('FILM_DELIVERY=redirect needs STORAGE=s3: a folder has no addresses')
  }
  return FILM_DELIVERY
}

/** Whether an address has only a protocol, a host and a port. */
function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin, href } = new URL(url)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}

function storedSecret(dataDir: string): string {
  return readOrCreateSecret({
    file: join(dataDir, 'secret'),
    create: () => randomBytes(32).toString('base64url'),
    isValid: (text) => SECRET.test(text),
    setting: 'APP_SECRET',
  })
}

/** A text whose parts are too short to be secrets is one secret that contains a comma. */
function readSecrets(text: string): Secrets {
  const [newest = text, ...older] = text.split(',').map((part) => part.trim())
  return [newest, ...older].every((part) => SECRET.test(part)) ? [newest, ...older] : [text]
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
