import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { BASELINE, EARLY_TARGET } from './vite.baseline.ts'
import { CHUNK_GROUPS } from './vite.chunks.ts'
import { earlyScript } from './vite.early.ts'
import { splitStyles } from './vite.styles.ts'

// Written into index.html as the build's version.
process.env.VITE_VERSION ??= process.env.npm_package_version ?? 'development'

/** Name of a CSS Module's class. It must be the same in the app's scripts, in the app frame and in the prerendered home. */
export function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file)
  const hash = createHash('sha256').update(path).digest('base64url').slice(0, 3)
  return `${basename(path, '.module.css')}-${name}-${hash}`
}

/** `virtual:theme.css`: the theme's variables as a style sheet, so that no script creates them at each start. */
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

/** Wraps each `import()` of the app, which Firefox may never settle after a page returns (`repeatWhenBack.ts`). */
function repeatedImports(): Plugin {
  let isUsed = false
  return {
    name: 'parde:repeated-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: /\/src\//, code: /\bimport\("/ },
      handler(code) {
        isUsed = true
        const wrapped = code.replace(/\bimport\("[^"]+"\)/g, (call) => `repeatWhenBack(() => ${call})`)
        return `${wrapped}\nimport { repeatWhenBack } from '/src/data/platform/repeatWhenBack.ts'`
      },
    },
    generateBundle(_, bundle) {
      if ('index.html' in bundle && !isUsed) throw new Error('no import() of the app is wrapped')
    },
  }
}

/** Writes the app frame into index.html, so that browsers paint it before any script arrives (docs/quality.md#speed). */
function appFrame(): Plugin {
  return {
    name: 'parde:app-frame',
    apply: 'build',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<{ appFrameMarkup(): string; slowStartMarkup(): string }>(
        '/src/features/shell/appFrame.tsx',
        {
          plugins: [classNamesOnly()],
        },
      )
      const frame = `${module.slowStartMarkup()}<div id="root">${module.appFrameMarkup()}</div>`
      return html.replace('<div id="root"></div>', () => frame)
    },
  }
}

/** Changes index.html after Vite has written it, when the names of the bundle's files are known. */
function transformPage(name: string, change: (html: string, bundle: Bundle) => string): Plugin {
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
 * Inlines the app frame's styles into index.html and links the rest of the first style sheet below the frame. Browsers paint
 * the content above a pending style sheet, so the frame appears at once and the content below it appears styled. The content
 * security policy allows the inline styles by their hash (`server/http/securityHeaders.ts`).
 */
function stylesInPage(): Plugin {
  return transformPage('parde:styles-in-page', (html, bundle) => {
    const [tag, file] = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html) ?? []
    const sheet = bundle[file ?? '']
    if (tag === undefined || sheet?.type !== 'asset') throw new Error('index.html links no style sheet of this build')
    const { inline, rest } = splitStyles(String(sheet.source).trim(), html.slice(html.indexOf('<body')))
    sheet.source = rest
    return html
      .replace(tag, () => `<style>${inline}</style>`)
      .replace('</body>', () => `<link rel="stylesheet" href="/${file}" /></body>`)
  })
}

/**
 * Preloads the chunk with Dexie and the database schemas: screens that are not prerendered read the databases first.
 * `server/pages/home.ts` removes the link from the prerendered home, which is painted before the databases are read.
 */
function preloadDatabases(): Plugin {
  return transformPage('parde:preload-databases', (html, bundle) => {
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/data/database/databases.ts')),
    )
    if (chunk?.type !== 'chunk') throw new Error('no chunk holds the databases')
    return html.replace(
      '<style>',
      () => `<link rel="modulepreload" data-databases crossorigin href="/${chunk.fileName}"><style>`,
    )
  })
}

/**
 * Appends a hash of index.html to the version, so that two builds of one version differ. A page compares it with its
 * worker's version (`src/app/versionSkew.ts`).
 */
function buildHash(): Plugin {
  return transformPage('parde:build-hash', (html) => {
    const hash = createHash('sha256').update(html).digest('hex').slice(0, 8)
    return html.replace(/(<meta name="version" content="[^"]*)/, `$1+${hash}`)
  })
}

/** Reduces CSS Modules to their class names, for code that renders markup outside the build. */
export function classNamesOnly(): Plugin {
  const mark = '\0class-names:'
  return {
    name: 'parde:class-names-only',
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

function integrity(file: string): string {
  const bytes = readFileSync(resolve(import.meta.dirname, 'dist/app', file))
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

export default defineConfig({
  css: { modules: { generateScopedName: className } },
  build: {
    outDir: 'dist/app',
    target: BASELINE,
    sourcemap: false,
    // Small pictures are inlined as data URLs, which the content security policy allows for images only.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
  server: { port: Number(process.env.APP_PORT ?? 4173), strictPort: true },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // One module for all components of a route: the chunks are those of CHUNK_GROUPS.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    lazyDexieForHooks(),
    repeatedImports(),
    themeStyles(),
    appFrame(),
    stylesInPage(),
    preloadDatabases(),
    earlyScript(EARLY_TARGET),
    buildHash(),
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
        globIgnores: [
          '**/sw-off.js',
          '**/unsupported.*',
          '**/rubik-*',
          '**/hls-*',
          '**/passkeys-*',
          '**/vitals-*',
          '**/tmdb-*',
          '**/online-*',
        ],
        maximumFileSizeToCacheInBytes: 1_000_000,
        // The worker installs no file with other bytes (sw/buildIntegrity.ts). The server and proxies change pages.
        manifestTransforms: [
          (manifest) => ({
            manifest: manifest.map((file) =>
              file.url.endsWith('.html') ? file : { ...file, integrity: integrity(file.url) },
            ),
          }),
        ],
      },
    }),
  ],
})
