import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { className } from './vite.config.ts'

/** Bundles the app for server rendering (`src/serverPage.tsx`), with the same class names as the browser build. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  css: { modules: { generateScopedName: className } },
  plugins: [react()],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/page',
    emptyOutDir: true,
    rolldownOptions: {
      input: { serverPage: resolve(import.meta.dirname, 'src/serverPage.tsx') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
})
