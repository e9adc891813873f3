import { createHmac } from 'node:crypto'
import { BOT } from './server.ts'

export type LaunchFields = Record<string, unknown>

/** Init data of a Mini App, signed as Telegram documents it ("Validating data received via the Mini App"). */
export function initDataOf(fields: LaunchFields, botToken = BOT.token): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const)
  const lines = pairs
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', key).update(lines).digest('hex')
  return new URLSearchParams([...pairs.map(([name, value]) => [name, value]), ['hash', hash]]).toString()
}
