import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { BASELINE, EARLY_TARGET } from './vite.baseline.ts'
import { earlyScript } from './vite.early.ts'
import { partStyles } from './vite.styles.ts'

// Stands in index.html, so that a person and a test can tell which build is on the screen.
process.env.VITE_VERSION ??= process.env.npm_package_version ?? 'development'

/** The name of a CSS Module's class: the same in the page's script and in the frame that stands in index.html. */
export function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file)
  const hash = createHash('sha256').update(path).digest('base64url').slice(0, 3)
  return `${basename(path, '.module.css')}-${name}-${hash}`
}

/** `virtual:theme.css`: the theme's variables as a style sheet, so that no script has to make them at every start. */
function themeStyles(): Plugin {
  const id = '/virtual-theme.css'
  return {
    name: 'parde:theme-styles',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    async load(source) {
      if (source !== id) return undefined
      const { module, dependencies } = await runnerImport<{ themeStyleSheet(): string }>('/src/ui/theme/theme.ts')
      for (const file of dependencies) this.addWatchFile(file)
      return module.themeStyleSheet()
    },
  }
}

/**
 * Resolves the import of `dexie` in dexie-react-hooks to the app's lazy `liveQuery`. Without it, 28 kB (brotli) of Dexie
 * load before the first screen. `resolve.alias` cannot do this, because it applies to every importer.
 */
function lazyDexieForHooks(): Plugin {
  return {
    name: 'parde:lazy-dexie-for-hooks',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'dexie' && importer?.includes('dexie-react-hooks')
        ? resolve(import.meta.dirname, 'src/data/database/liveQuery.ts')
        : undefined,
  }
}

/** Writes the page's frame into index.html, so that browsers paint it before any script arrives (docs/quality.md#speed). */
function pageFrame(): Plugin {
  return {
    name: 'parde:page-frame',
    apply: 'build',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<{ appFrameMarkup(): string; slowStartMarkup(): string }>(
        '/src/features/shell/appFrame.tsx',
        {
          plugins: [classNamesAlone()],
        },
      )
      const frame = `${module.slowStartMarkup()}<div id="root">${module.appFrameMarkup()}</div>`
      return html.replace('<div id="root"></div>', () => frame)
    },
  }
}

/** Changes index.html once it is as Vite makes it, with all that the build brings beside it. */
function changesPage(name: string, change: (html: string, bundle: Bundle) => string): Plugin {
  return {
    name,
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type === 'asset') page.source = change(String(page.source), bundle)
    },
  }
}

type Bundle = Record<
  string,
  { type: 'chunk'; fileName: string; moduleIds: string[] } | { type: 'asset'; source: string | Uint8Array }
>

/**
 * Writes what the page's frame is drawn with into index.html, and names the rest of the first style sheet below the frame:
 * browsers paint what stands above a sheet that has not come, so that the frame waits for nothing, and what is below it
 * comes in its form. The policy names what is in the page by its hash (`server/http/securityHeaders.ts`).
 */
function stylesInPage(): Plugin {
  return changesPage('parde:styles-in-page', (html, bundle) => {
    const [tag, file] = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html) ?? []
    const sheet = bundle[file ?? '']
    if (tag === undefined || sheet?.type !== 'asset') throw new Error('index.html names no style sheet of this build')
    const { frame, rest } = partStyles(String(sheet.source).trim(), html.slice(html.indexOf('<body')))
    sheet.source = rest
    return html
      .replace(tag, () => `<style>${frame}</style>`)
      .replace('</body>', () => `<link rel="stylesheet" href="/${file}" /></body>`)
  })
}

/**
 * Sends for the databases' library with a page that no server has drawn: its screens ask them first. A drawn home is read
 * before anybody asks (`server/pages/home.ts` takes this out).
 */
function databaseInPage(): Plugin {
  return changesPage('parde:database-in-page', (html, bundle) => {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith('/src/data/database/databases.ts')),
    )
    if (chunk?.type !== 'chunk') throw new Error('the databases are in no part of their own')
    return html.replace(
      '<style>',
      () => `<link rel="modulepreload" data-databases crossorigin href="/${chunk.fileName}"><style>`,
    )
  })
}

/**
 * Names the build in its page by all that is in it: two builds of one version are told apart, and a page can ask its worker
 * whether they belong together (`src/app/registerWorker.ts`).
 */
function buildInPage(): Plugin {
  return changesPage('parde:build-in-page', (html) => {
    const hash = createHash('sha256').update(html).digest('hex').slice(0, 8)
    return html.replace(/(<meta name="version" content="[^"]*)/, `$1+${hash}`)
  })
}

/** Where only markup is made, a CSS Module is its names. */
export function classNamesAlone(): Plugin {
  const mark = '\0class-names:'
  return {
    name: 'parde:class-names-alone',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer !== undefined && source.endsWith('.module.css')
        ? `${mark}${resolve(dirname(importer), source).slice(0, -'.css'.length)}`
        : undefined,
    load(id) {
      if (!id.startsWith(mark)) return undefined
      const file = `${id.slice(mark.length)}.css`
      const names = [...readFileSync(file, 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? '')
      return `export default ${JSON.stringify(Object.fromEntries(names.map((name) => [name, className(name, file)])))}`
    },
  }
}

export default defineConfig({
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: 'dist/app',
    target: BASELINE,
    sourcemap: false,
    // Trusted Types and the strict CSP leave no room for inlined assets as scripts; small pictures may be inlined.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A request costs a phone more than a kilobyte: what is always wanted together comes together.
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'start', tags: ['$initial'] },
            { name: 'databases', test: /src[\\/]data[\\/](databases|\w+Database)\.ts|node_modules[\\/]dexie[\\/]/ },
            {
              name: 'catalogue',
              test: /src[\\/](parts|features[\\/]home)[\\/]|src[\\/]ui[\\/](pictures[\\/](Rating|Picture)|lists[\\/]Carousel)/,
            },
          ],
        },
      },
    },
  },
  server: { port: Number(process.env.APP_PORT ?? 4173), strictPort: true },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    lazyDexieForHooks(),
    themeStyles(),
    pageFrame(),
    stylesInPage(),
    databaseInPage(),
    earlyScript(EARLY_TARGET),
    buildInPage(),
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
        globIgnores: ['**/sw-off.js', '**/unsupported.*', '**/rubik-*', '**/hls-*'],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
    }),
  ],
})
