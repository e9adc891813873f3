import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { log } from '#server/platform/log.ts'
import { once } from '#server/platform/once.ts'
import { reportError } from '#server/platform/reportError.ts'
import { mailWords } from '#server/text/messages.ts'
import type { MailMessage } from './message.ts'

/** Delivers a message to a mail server or a folder; throws on failure. */
export type Transport = (message: MailMessage) => Promise<void>

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** Sends to the mail server of `SMTP_URL`; without one, writes files for the operator. */
export function transportFor(config: MailConfig): Transport {
  const from = { name: mailWords.sender, address: config.mailFrom }
  return config.smtpUrl === undefined ? folderTransport(mailFolder(config), from) : smtpTransport(config.smtpUrl, from)
}

/** Folder of mail that is not sent. */
export function mailFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mail')
}

interface Sender {
  name: string
  address: string
}

/** Writes one `.eml` file per message, readable by this user only: messages contain sign-in links. */
function folderTransport(folder: string, from: Sender): Transport {
  return async (message) => {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const file = await new MailComposer({ ...message, from }).compile().build()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
    await writeFile(join(folder, name), file, { mode: 0o600, flag: 'wx' })
    log.info({ file: join(folder, name) }, 'A mail was written')
  }
}

/** Loads nodemailer with the first message: most processes never send one. */
function smtpTransport(url: string, from: Sender): Transport {
  const transport = once(async () => (await import('nodemailer')).createTransport(url, { from }))
  return async (message) => {
    await (await transport()).sendMail(message)
  }
}

/** Connects and signs in to the mail server of `SMTP_URL`. Logs why mail cannot be sent, before the first message fails. */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  if (smtpUrl === undefined) return
  const transport = (await import('nodemailer')).createTransport(smtpUrl)
  try {
    await transport.verify()
  } catch (error) {
    reportError('The mail server of SMTP_URL cannot be used', error)
  } finally {
    transport.close()
  }
}
