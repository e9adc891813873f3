import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { misspeltSettings, readConfig } from '#server/config.ts'
import { StartupError } from '#server/platform/startupError.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parde-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env })

test('uses the documented addresses without any setting', () => {
  const config = read()
  expect(config).toMatchObject({ appPort: 4173, apiPort: 8787, apiBase: undefined, databaseUrl: undefined, proxies: 0 })
  expect(config.origins).toEqual(['http://localhost:4173', 'http://127.0.0.1:4173', 'http://[::1]:4173'])
  expect(config.checkReplies).toBe(false)
})

test('treats an empty setting as unset', () => {
  expect(read({ APP_PORT: '', DATABASE_URL: '', API_BASE: '', APP_ORIGINS: '' })).toEqual(read())
})

test('creates and stores a secret unless one is configured', () => {
  const { secrets } = read()
  expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secrets[0])
  expect(read().secrets).toEqual(secrets)
})

test.each([
  ['x'.repeat(32), ['x'.repeat(32)]],
  [`${'n'.repeat(32)}, ${'o'.repeat(40)}`, ['n'.repeat(32), 'o'.repeat(40)]],
  [`a secret with a comma, which is ${'x'.repeat(32)}`, [`a secret with a comma, which is ${'x'.repeat(32)}`]],
])('reads the secrets %s', (text, secrets) => {
  expect(read({ APP_SECRET: text }).secrets).toEqual(secrets)
})

test('creates and stores a push key pair unless one is configured', () => {
  const { push } = read()
  expect(read().push).toEqual(push)
  expect(push?.vapid.publicKey).toMatch(/^B[\w-]{86}$/)
  expect(push?.vapid.contact).toBe('mailto:push@localhost')
  const given = Buffer.alloc(32, 7).toString('base64url')
  expect(read({ VAPID_PRIVATE_KEY: given, APP_ORIGINS: 'https://parde.example' }).push?.vapid).toMatchObject({
    privateKey: given,
    contact: 'https://parde.example',
  })
  expect(read({ PUSH_CONTACT: 'mailto:a@b.example' }).push?.vapid.contact).toBe('mailto:a@b.example')
})

test.each([
  ['secret', '', 'APP_SECRET'],
  ['secret', 'cut off', 'APP_SECRET'],
  ['secret', '\0'.repeat(43), 'APP_SECRET'],
  ['push-key', '', 'VAPID_PRIVATE_KEY'],
  ['push-key', 'x'.repeat(20), 'VAPID_PRIVATE_KEY'],
])('refuses a damaged %s file with the text %j', (name, text, setting) => {
  const own = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(join(own, name), text)
  const start = () => read({ DATA_DIR: own })
  expect(start).toThrow(StartupError)
  expect(start).toThrow(new RegExp(`${name} is not a valid secret.*${setting}`))
  expect(readFileSync(join(own, name), 'utf8')).toBe(text)
})

test('leaves no secret behind when the disk is full, and creates one at the next start', () => {
  const own = mkdtempSync(join(folder, 'full-'))
  const { writeFileSync: write } = fs
  fs.writeFileSync = (file, _text, options) => {
    write(file, '', options)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  syncBuiltinESMExports()
  try {
    expect(() => read({ DATA_DIR: own })).toThrow('no space left')
  } finally {
    fs.writeFileSync = write
    syncBuiltinESMExports()
  }
  expect(readdirSync(own)).toEqual([])
  expect(read({ DATA_DIR: own }).secrets[0]).toHaveLength(43)
  expect(readdirSync(own).toSorted()).toEqual(['push-key', 'secret'])
  expect(statSync(join(own, 'secret')).mode & 0o777).toBe(0o600)
})

test('normalizes configured origins', () => {
  const { origins } = read({ APP_ORIGINS: ' https://parde.example/ ,http://localhost:80,' })
  expect(origins).toEqual(['https://parde.example', 'http://localhost'])
})

test('sends mail from the public host unless a sender is configured', () => {
  expect(read()).toMatchObject({ smtpUrl: undefined, mailFrom: 'no-reply@localhost', telegram: undefined })
  expect(read({ APP_ORIGINS: 'https://parde.example,http://localhost' }).mailFrom).toBe('no-reply@parde.example')
  const configured = read({ MAIL_FROM: 'hello@parde.example', SMTP_URL: 'smtps://user:pass@mail.example:465' })
  expect(configured).toMatchObject({ mailFrom: 'hello@parde.example', smtpUrl: 'smtps://user:pass@mail.example:465' })
})

test('accepts a bot name in the usual spellings', () => {
  const token = `4242:${'x'.repeat(30)}`
  expect(read({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT: '@parde_bot' }).telegram).toEqual({ token, bot: 'parde_bot' })
  expect(read({ TELEGRAM_BOT_TOKEN: token }).telegram).toEqual({ token, bot: undefined })
})

test.each([
  { APP_PORT: 'x' },
  { APP_PORT: '-1' },
  { API_PORT: '99999' },
  { API_BASE: 'films.example' },
  { DATABASE_URL: 'mysql://x' },
  { DATABASE_REPLICA_URL: 'mysql://x', DATABASE_URL: 'postgres://x' },
  // The embedded database has no replica.
  { DATABASE_REPLICA_URL: 'postgres://x' },
  { APP_ORIGINS: 'everything' },
  { APP_SECRET: 'short' },
  { COOKIE_DOMAIN: 'a b; Path=/' },
  { TRUST_PROXY: 'yes' },
  { STREAM_LINK_SECONDS: '0' },
  { STREAM_LINK_SECONDS: '6h' },
  { VAPID_PRIVATE_KEY: 'short' },
  { PUSH_CONTACT: 'me' },
  { SMTP_URL: 'mail.example' },
  { SMTP_URL: 'http://mail.example' },
  { MAIL_FROM: 'nobody' },
  { TELEGRAM_BOT_TOKEN: 'secret' },
  { TELEGRAM_BOT: 'a b' },
  { USER_METRICS: 'yes' },
])('rejects %o and names the setting', (env) => {
  expect(() => read(env as Record<string, string>)).toThrow(StartupError)
  expect(() => read(env as Record<string, string>)).toThrow(Object.keys(env)[0])
})

test('asks users before their devices report metrics, unless the operator decides otherwise', () => {
  expect(read().userMetrics).toBe('consent')
  for (const userMetrics of ['off', 'consent', 'on'])
    expect(read({ USER_METRICS: userMetrics })).toMatchObject({ userMetrics })
})

test('names variables that look like a misspelt setting', () => {
  const env = {
    SMPT_URL: 'smtp://mail',
    APP_ORIGIN: 'https://parde.example',
    API_PORT: '1',
    HOME: '/',
    HOSTNAME: 'a',
    PATH: '',
  }
  expect(misspeltSettings(env)).toEqual([
    { name: 'SMPT_URL', meant: 'SMTP_URL' },
    { name: 'APP_ORIGIN', meant: 'APP_ORIGINS' },
  ])
})

test('serves metrics only on a chosen port, and logs from `info` on', () => {
  expect(read()).toMatchObject({ metrics: undefined, logLevel: 'info' })
  expect(read({ METRICS_PORT: '9464', LOG_LEVEL: 'debug' })).toMatchObject({
    metrics: { port: 9464, host: undefined },
    logLevel: 'debug',
  })
  expect(() => read({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL="loud"')
})

const MERCHANT_ID = '1344b5d4-0048-41e8-94db-005056a205be'

test('reads the gateway at ZarinPal, also while another one takes payments', () => {
  expect(read().zarinpal).toBeUndefined()
  const zarinpal = { merchantId: MERCHANT_ID, url: 'https://payment.zarinpal.com' }
  expect(read({ PAYMENTS: 'zarinpal', ZARINPAL_MERCHANT_ID: MERCHANT_ID })).toMatchObject({
    gateway: 'zarinpal',
    zarinpal,
  })
  expect(read({ PAYMENTS: 'none', ZARINPAL_MERCHANT_ID: MERCHANT_ID })).toMatchObject({ gateway: 'none', zarinpal })
  const elsewhere = { ZARINPAL_MERCHANT_ID: MERCHANT_ID, ZARINPAL_URL: 'https://sandbox.zarinpal.com/' }
  expect(read(elsewhere).zarinpal?.url).toBe('https://sandbox.zarinpal.com')
})

test.each([
  [{ PAYMENTS: 'zarinpal' }, /^ZARINPAL_MERCHANT_ID must be .* a UUID/],
  [{ ZARINPAL_MERCHANT_ID: `${MERCHANT_ID}0` }, /^ZARINPAL_MERCHANT_ID must be .* a UUID/],
  [{ ZARINPAL_URL: 'http://payment.zarinpal.com' }, /ZARINPAL_URL/],
])('refuses %o in one line that does not quote the merchant id', (env, line) => {
  const start = () => read(env)
  expect(start).toThrow(StartupError)
  expect(start).toThrow(line)
  expect(start).not.toThrow(MERCHANT_ID)
})

test('reads a bucket only for STORAGE=s3, with Amazon’s address by default', () => {
  const keys = { S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(read(keys)).toMatchObject({ bucket: undefined, filmDelivery: 'server' })
  const bucket = {
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'films',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  }
  expect(read({ ...keys, STORAGE: 's3' }).bucket).toEqual(bucket)
  const other = { S3_ENDPOINT: 'https://s3.example.com/', S3_REGION: 'ir-thr-at1', FILM_DELIVERY: 'redirect' }
  expect(read({ ...keys, ...other, STORAGE: 's3' })).toMatchObject({
    bucket: { ...bucket, endpoint: 'https://s3.example.com', region: 'ir-thr-at1' },
    filmDelivery: 'redirect',
  })
})

test.each([
  [{ STORAGE: 's3', S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'key' }, /^STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and/],
  [{ STORAGE: 'ftp' }, /STORAGE="ftp"/],
  [{ S3_BUCKET: 'Films!' }, /S3_BUCKET="Films!"/],
  [{ S3_ENDPOINT: 'https://s3.example.com/films' }, /S3_ENDPOINT=/],
  [{ S3_ENDPOINT: 'ftp://s3.example.com' }, /S3_ENDPOINT=/],
  [{ FILM_DELIVERY: 'redirect' }, /^FILM_DELIVERY=redirect needs STORAGE=s3/],
])('refuses the storage %o', (env, message) => {
  expect(() => read(env)).toThrow(message)
})
