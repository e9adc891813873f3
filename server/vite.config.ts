import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(root, 'dist/server')

/** The server for production: two files to run, and the migrations and the sample film beside them. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'data-beside-the-bundle',
      writeBundle({ dir = outDir }) {
        cpSync(resolve(root, 'server/database/migrations'), resolve(dir, 'migrations'), { recursive: true })
        cpSync(resolve(root, 'server/stream/sample'), resolve(dir, 'sample'), { recursive: true })
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
        // A worker thread's file: it is found by this name beside main.js.
        studioWorker: resolve(root, 'server/artwork/studioWorker.ts'),
      },
      // Flat: what stands beside a module in the sources stands beside its bundle.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    // Native or WebAssembly: they load files that stand beside their own.
    external: ['@electric-sql/pglite', 'pg', 'sharp', 'harfbuzzjs', 'subset-font'],
  },
})
