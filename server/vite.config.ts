import { cpSync, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(root, 'dist/server')
const demo = resolve(root, 'demo')
const hasDemo = existsSync(demo)

/** The server for production: `main.js`, the operator's program `cli.js`, the migrations, and the demo content where that folder exists. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'data-beside-the-bundle',
      writeBundle({ dir = outDir }) {
        cpSync(resolve(root, 'server/database/migrations'), resolve(dir, 'migrations'), { recursive: true })
        if (hasDemo) cpSync(resolve(demo, 'sample'), resolve(dir, 'demo/sample'), { recursive: true })
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
    // Native or WebAssembly: they load files that stand beside their own.
    external: ['@electric-sql/pglite', 'pg', 'sharp', 'harfbuzzjs', 'subset-font'],
  },
})
