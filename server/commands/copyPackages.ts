import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface PackageFile {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Files that Node never loads. */
const UNUSED = /\.(map|d\.[cm]?ts)$/

/**
 * Copies installed packages and their dependencies from `root/node_modules` to `target/node_modules`. Optional packages
 * are copied if they are installed: those of `sharp` are for the platform of this machine.
 */
export function copyPackages(names: readonly string[], root: string, target: string): void {
  const copied = new Set<string>()
  const copy = (name: string, dependent: string, isOptional: boolean) => {
    const folder = packageFolder(name, dependent, root)
    if (folder === undefined && !isOptional) throw new Error(`${name} is not installed, which ${dependent} needs`)
    if (folder === undefined || copied.has(folder)) return
    copied.add(folder)
    const filter = (file: string) => !UNUSED.test(file)
    cpSync(folder, join(target, relative(root, folder)), { recursive: true, dereference: true, filter })
    const file: PackageFile = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    // npm lists an optional dependency in both.
    const optional = file.optionalDependencies ?? {}
    for (const one of Object.keys({ ...file.dependencies, ...optional })) copy(one, folder, one in optional)
  }
  for (const name of names) copy(name, root, false)
}

/** The folder of a package as Node finds it from `from`; none outside `root`. */
function packageFolder(name: string, from: string, root: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === root ? undefined : packageFolder(name, dirname(from), root)
}
