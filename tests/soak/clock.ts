import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '#tests/harness/processes.ts'

/** A `Date` that is off by the variable `offset`, in ms. Text: it runs in server processes and in pages. */
const JUMPING_DATE = `
let offset = 0
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(RealDate.now() + offset)
  }
  static now() {
    return RealDate.now() + offset
  }
}`

/** Runs in a server process: the offset is in a file, which a signal reads again. */
const SERVER_SCRIPT = `
import { existsSync, readFileSync } from 'node:fs'
${JUMPING_DATE}
const read = () => {
  offset = existsSync(process.env.CLOCK_FILE) ? Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) : 0
}
read()
process.on('SIGUSR2', read)`

/** Options of Node for a server whose clock can jump. */
export const CLOCK_OPTIONS = ['--import', `data:text/javascript,${encodeURIComponent(SERVER_SCRIPT)}`]

/** The clock file of a server in this folder, for its environment. */
export function clockFile(folder: string): string {
  return join(folder, 'clock')
}

/** Makes a server's clock wrong by `offset` ms, from now on and after each start. */
export function setServerClock(folder: string, offset: number, running: Running | undefined): void {
  writeFileSync(clockFile(folder), String(offset))
  running?.child.kill('SIGUSR2')
}

/** The cookie that keeps the offset of a device's clock, in ms, for the next documents. */
export const CLOCK_COOKIE = 'soak-clock'

/** Runs in a page before any other script: the offset is in the cookie, until `jumpClock` sets another one. */
export const DEVICE_SCRIPT = `{
  ${JUMPING_DATE}
  // Blank pages and error pages have no cookies.
  if (location.protocol.startsWith('http')) offset = Number(/${CLOCK_COOKIE}=(-?\\d+)/.exec(document.cookie)?.[1] ?? 0)
  globalThis.jumpClock = (next) => {
    offset = next
  }
}`

declare global {
  /** In pages of the soak: sets the offset of the clock, in ms. */
  var jumpClock: (offset: number) => void
}
