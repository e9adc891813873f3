import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const ENTRY = resolve(import.meta.dirname, 'src/app/early/early.ts')

/**
 * Compiles src/app/early into `/early.js`, one classic script with a fixed name: it must run although the app's modules do
 * not, so it shares no chunk with them.
 */
export function earlyScript(target: string): Plugin {
  const compile = () => compileEarly(target)
  return {
    name: 'parde:early-script',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'early.js', source: await compile() })
    },
    configureServer({ middlewares }) {
      middlewares.use('/early.js', (_, response, next) => {
        compile().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next)
      })
    },
  }
}

async function compileEarly(target: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target, lib: { entry: ENTRY, formats: ['iife'], name: 'early' }, modulePreload: false },
  })
  for (const output of [built].flat()) {
    const chunk = 'output' in output ? output.output[0] : undefined
    if (chunk) return chunk.code
  }
  throw new Error('src/app/early was compiled to nothing')
}
