import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMail } from '#server/notifications/mail/message.ts'
import { checkMailServer, mailFolder, transportFor } from '#server/notifications/mail/transports.ts'
import { reportError } from '#server/platform/reportError.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parde-mail-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const letter = formatMail({
  to: 'sara@parde.example',
  subject: 'بازیابی',
  lines: ['سلام <سارا>،'],
  link: { label: 'باز کردن', href: 'https://parde.example/auth/reset-password/token?email=sara%40parde.example' },
  foot: 'پایان',
})

test('writes mail to private files and logs their path without a mail server', async () => {
  const log = catchLog()
  await transportFor({ dataDir, smtpUrl: undefined, mailFrom: 'no-reply@parde.example' })(letter)
  const folder = mailFolder({ dataDir })
  const [file = ''] = readdirSync(folder)
  expect(file).toMatch(/\.eml$/)
  expect(log.lines()).toMatchObject([{ level: 'info', file: join(folder, file) }])
  expect(statSync(join(folder, file)).mode & 0o77).toBe(0)
  expect(statSync(folder).mode & 0o77).toBe(0)
  const eml = readFileSync(join(folder, file), 'utf8')
  expect(eml).toMatch(/^To: sara@parde\.example$/m)
  expect(eml).toMatch(/^From: .*<no-reply@parde\.example>$/m)
  expect(eml).toMatch(/^Content-Type: multipart\/alternative/m)
})

test('sends mail through the configured server', async () => {
  const commands: string[] = []
  const server = createServer((socket) => {
    let inLetter = false
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      commands.push(text)
      if (inLetter) {
        if (!text.endsWith('\r\n.\r\n')) return
        inLetter = false
        socket.write('250 taken\r\n')
      } else if (/^DATA/i.test(text)) {
        inLetter = true
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await transportFor({ dataDir, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'no-reply@parde.example' })(letter)
  server.close()
  expect(commands.join('')).toContain('RCPT TO:<sara@parde.example>')
  expect(commands.join('')).toContain('MAIL FROM:<no-reply@parde.example>')
})

test('logs at the start that the mail server refuses a connection or the password, and nothing for a good one', async () => {
  const log = catchLog()
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (/^EHLO/i.test(text)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
      else if (/^AUTH/i.test(text)) socket.write(text.includes(GOOD) ? '235 fine\r\n' : '535 wrong password\r\n')
      else socket.end('221 bye\r\n')
    })
  })
  const GOOD = Buffer.from('\0sara\0good').toString('base64')
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await checkMailServer({ smtpUrl: undefined })
  await checkMailServer({ smtpUrl: `smtp://sara:good@127.0.0.1:${port}` })
  expect(log.lines()).toEqual([])
  await checkMailServer({ smtpUrl: `smtp://sara:secret-word@127.0.0.1:${port}` })
  const refusal = { msg: 'The mail server of SMTP_URL cannot be used', error: expect.stringContaining('535') }
  expect(log.lines()).toMatchObject([refusal])
  expect(log.text()).not.toContain('secret-word')
  await new Promise((closed) => server.close(closed))
  await checkMailServer({ smtpUrl: `smtp://127.0.0.1:${port}` })
  expect(log.lines()).toHaveLength(2)
})

test('logs the refusal of a recipient without the address', async () => {
  const log = catchLog()
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      const recipient = /^RCPT TO:(.*)\r/i.exec(chunk.toString())?.[1]
      socket.write(recipient === undefined ? '250 fine\r\n' : `550 5.1.1 ${recipient} is unknown\r\n`)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const transport = transportFor({ dataDir, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'no-reply@parde.example' })
  reportError('A mail could not be sent', await transport(letter).catch((error: unknown) => error))
  expect(log.text()).toContain('550 5.1.1 <(an e-mail address)> is unknown')
  expect(log.text()).not.toContain('sara@')
  await new Promise((closed) => server.close(closed))
})

test.each(['220', '250', '354', '221'])(
  'survives a mail server that resets the connection at its %s',
  async (stage) => {
    const log = catchLog()
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => undefined)
      const say = (code: string) => {
        if (code !== stage) return socket.write(`${code} fine\r\n`)
        socket.write(code.slice(0, 2))
        return socket.resetAndDestroy()
      }
      say('220')
      let inLetter = false
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        if (inLetter && !text.endsWith('\r\n.\r\n')) return
        if (!inLetter && /^DATA/i.test(text)) {
          inLetter = true
          say('354')
        } else if (/^QUIT/i.test(text)) say('221')
        else {
          inLetter = false
          say('250')
        }
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const transport = transportFor({ dataDir, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'no-reply@parde.example' })
    const sent = transport(letter)
    await (stage === '221' ? sent : expect(sent).rejects.toThrow())
    expect(connections).toBe(1)
    expect(log.lines()).toEqual([])
    await new Promise((closed) => server.close(closed))
  },
)
