import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { compileFunction } from 'node:vm'
import { build, type Plugin } from 'vite'

/** Root of the source tree. */
const ROOT = resolve(import.meta.dirname, '../..')

/** A fault to plant: the text must stand in the file exactly once, so that a mutant never quietly becomes a no-op. */
export interface Patch {
  /** path from the root: `src/data/sync/outbox.ts` */
  file: string
  from: string
  to: string
}

interface How {
  /** for Node, with what is installed left outside */
  ssr?: boolean
  /** left outside: names, or beginnings of names that end with a slash */
  shared?: string[]
}

/**
 * The entry and everything it imports as one script, with the faults planted. A script and not modules, so that it can
 * be run again and again as one process after the other, each with module state and globals of its own.
 */
export async function bundle(
  entry: string,
  patches: Patch[] = [],
  { ssr = false, shared = [] }: How = {},
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
        if (pieces.length !== 2) throw new Error(`${patch.file}: stands ${pieces.length - 1} times: ${patch.from}`)
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
            // A process is one script: what the page sends for later is in it from the beginning.
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
  if (!chunk || chunks.length > 1) throw new Error(`${entry} gave ${chunks.length} scripts`)
  return chunk.code
}

/** `Promise` as a free name. Dexie exchanges the global one while a transaction's code runs: each process has its own. */
const FREE_PROMISE = /(?<![\w$.'"`])Promise(?![\w$:'"`])/g

/** Every process is cold code: compiled plainly at once it runs better than interpreted until it would be warm. */
setFlagsFromString('--always-sparkplug')
setFlagsFromString('--no-flush-bytecode')

/** A script as something that can be run any number of times, its free names bound to `globals`. */
export function runnable<Module>(
  name: string,
  code: string,
  names: string[],
): (globals: Record<string, unknown>) => Module {
  const own = code.replace(FREE_PROMISE, 'globalThis.Promise')
  const run = compileFunction(own, ['exports', ...names], { filename: name }) as (...args: unknown[]) => void
  return (globals) => {
    const exports = {}
    run(exports, ...names.map((name) => globals[name]))
    return exports as Module
  }
}
