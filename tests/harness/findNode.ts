import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Returns the folder of the `node` program of a major version. The program is installed from npm into `.cache` at the first
 * use. Throws where npm has none for this platform.
 */
export function findNode(major: number): string {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = resolve(`.cache/node-${major}`)
  const folder = `${prefix}/node_modules/${name}/bin`
  if (!existsSync(`${folder}/node`)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', prefix, ...quiet, `${name}@${major}`], { stdio: 'inherit' })
  }
  return folder
}
