import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { compileFunction } from 'node:vm'
import { build, type Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A source edit. `from` must occur exactly once in the file, so that a mutant never silently becomes a no-op. */
export interface Patch {
  /** relative to the repository root */
  file: string
  from: string
  to: string
}

interface BundleOptions {
  /** build for Node, with npm packages external */
  ssr?: boolean
  /** external modules: names, or prefixes that end with a slash */
  shared?: string[]
}

/**
 * Bundles the entry and all its imports into one script, with the patches applied. A script, unlike a module, can run
 * many times in one Node process, each time with fresh module state and its own globals.
 * @throws if a patch does not match exactly once, or its file is not part of the bundle
 */
export async function bundle(
  entry: string,
  patches: Patch[] = [],
  { ssr = false, shared = [] }: BundleOptions = {},
): Promise<string> {
  const planted = new Set<Patch>()
  const planting: Plugin = {
    name: 'plant',
    enforce: 'pre',
    transform(code, id) {
      let text = code
      for (const patch of patches) {
        if (id.split('?')[0] !== resolve(ROOT, patch.file)) continue
        const pieces = text.split(patch.from)
        if (pieces.length !== 2)
          throw new Error(`${patch.file}: expected one match, found ${pieces.length - 1}: ${patch.from}`)
        text = pieces.join(patch.to)
        planted.add(patch)
      }
      return text === code ? undefined : text
    },
  }
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [planting],
    publicDir: false,
    build: ssr
      ? { write: false, minify: false, target: 'esnext', ssr: resolve(ROOT, entry) }
      : {
          write: false,
          minify: false,
          target: 'esnext',
          rolldownOptions: {
            external: (id) => shared.some((name) => id === name || (name.endsWith('/') && id.startsWith(name))),
            // Inlines lazily loaded chunks, since a simulated process runs a single script.
            output: { codeSplitting: false },
          },
          lib: { entry: resolve(ROOT, entry), formats: ['cjs'], fileName: 'script' },
        },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`)
  const missing = patches.find((patch) => !planted.has(patch))
  if (missing) throw new Error(`${missing.file} is not part of ${entry}`)
  const chunks = output.output.filter((file) => file.type === 'chunk')
  const [chunk] = chunks
  if (!chunk || chunks.length > 1) throw new Error(`${entry} was built into ${chunks.length} scripts instead of one`)
  return chunk.code
}

/** `Promise` as a free identifier. Dexie patches the global `Promise` during a transaction, so each process needs its own. */
const FREE_PROMISE = /(?<![\w$.'"`])Promise(?![\w$:'"`])/g

// Each simulated process is new code to V8: baseline compilation up front is faster than interpreting until it gets hot.
setFlagsFromString('--always-sparkplug')
setFlagsFromString('--no-flush-bytecode')

/** Compiles a script once. Each call of the result runs the script with its free identifiers bound to `globals`. */
export function runnable<Module>(
  name: string,
  code: string,
  names: string[],
): (globals: Record<string, unknown>) => Module {
  const scoped = code.replace(FREE_PROMISE, 'globalThis.Promise')
  const run = compileFunction(scoped, ['exports', ...names], { filename: name }) as (...args: unknown[]) => void
  return (globals) => {
    const exports = {}
    run(exports, ...names.map((name) => globals[name]))
    return exports as Module
  }
}
