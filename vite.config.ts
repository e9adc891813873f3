import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

// Stands in index.html, so that a person and a test can tell which build is on the screen.
process.env.VITE_VERSION ??= process.env.npm_package_version ?? 'development'

export default defineConfig({
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    sourcemap: false,
    // Trusted Types and the strict CSP leave no room for inlined assets as scripts; small pictures may be inlined.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
  },
  server: { port: Number(process.env.APP_PORT ?? 4173), strictPort: true },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}'],
        globIgnores: ['**/rubik-*'],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
  ],
})
