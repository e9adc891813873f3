import { createHmac } from 'node:crypto'
import { BOT } from './server.ts'

export type LaunchFields = Record<string, unknown>

/** What Telegram hands to a web app, signed as its documentation says ("Validating data received via the Mini App"). */
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
