import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this is Debian, or a system made from it, and the process may install packages. */
export const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs a Debian package. Throws with instructions where that is not possible. */
export function installPackage(name: string) {
  if (!canInstallPackages()) {
    throw new Error(`The tests need ${name}: install it, or run them as root on Debian`)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit', env })
}
