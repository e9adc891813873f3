import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a Debian package. Throws with instructions where that is not possible. */
export function installPackage(name: string) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests need ${name}: install it, or run them as root on Debian`)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env })
}
