import { existsSync } from 'node:fs'
import { installPackage } from '#tests/harness/installPackage.ts'

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Returns the path of a Firefox: `FIREFOX`, an installed one, or Debian's package when running as root. */
export function findFirefox(): string {
  const named = process.env.FIREFOX
  if (named !== undefined && !existsSync(named)) throw new Error(`FIREFOX names ${named}, which is not there`)
  const find = () => named ?? PATHS.find((path) => existsSync(path))
  if (!find()) installPackage('firefox-esr')
  const path = find()
  if (path === undefined) throw new Error('The engine tests need Firefox: install it, or name one in FIREFOX')
  return path
}
