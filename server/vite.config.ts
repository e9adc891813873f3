import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { copyPackages } from './commands/copyPackages.ts'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(root, 'dist/server')
const demo = resolve(root, 'demo')
const hasDemo = existsSync(demo)

/** Shows docs/openapi.json at `/api/docs` (`server/areas/apiDocs.ts`). */
const READER = 'node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js'

/** Native or WebAssembly: they load files that stand beside their own, so they stay packages. */
const PACKAGES = ['@electric-sql/pglite', 'pg', 'sharp', 'harfbuzzjs', 'subset-font']
/** The demo content draws letters of this font. */
const DEMO_PACKAGES = ['@fontsource-variable/estedad']

/**
 * The server for production: `main.js`, the operator's program `cli.js`, the migrations, and the demo content where that
 * folder exists. The packages it needs are beside it, so that `dist` runs without the repository.
 */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'data-beside-the-bundle',
      writeBundle({ dir = outDir }) {
        cpSync(resolve(root, 'server/database/migrations'), resolve(dir, 'migrations'), { recursive: true })
        cpSync(resolve(root, 'docs/openapi.json'), resolve(dir, 'apiDocs/openapi.json'))
        cpSync(resolve(root, READER), resolve(dir, 'apiDocs/reader.js'))
        if (hasDemo) cpSync(resolve(demo, 'sample'), resolve(dir, 'demo/sample'), { recursive: true })
      },
    },
    {
      name: 'packages-beside-the-bundle',
      writeBundle({ dir = outDir }) {
        const dist = resolve(dir, '..')
        rmSync(resolve(dist, 'node_modules'), { recursive: true, force: true })
        copyPackages([...PACKAGES, ...(hasDemo ? DEMO_PACKAGES : [])], root, dist)
        const { name, version, license, type, engines } = JSON.parse(
          readFileSync(resolve(root, 'package.json'), 'utf8'),
        )
        const file = { name, version, private: true, license, type, engines, scripts: { start: 'node server/main.js' } }
        writeFileSync(resolve(dist, 'package.json'), `${JSON.stringify(file, null, 2)}\n`)
      },
    },
  ],
  build: {
    ssr: true,
    target: 'node20',
    outDir,
    emptyOutDir: true,
    rollupOptions: {
      input: {
        main: resolve(root, 'server/main.ts'),
        cli: resolve(root, 'server/commands/parde.ts'),
        // Loaded by these names: demo.js by `server/catalogue/demoContent.ts`, the worker by `demo/artwork/workerAddress.ts`.
        ...(hasDemo && {
          'demo/demo': resolve(demo, 'demo.ts'),
          'demo/drawingWorker': resolve(demo, 'artwork/drawingWorker.ts'),
        }),
      },
      // Modules find their data beside themselves: chunks are beside main.js.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    external: PACKAGES,
  },
})
