import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeAll, expect, test } from 'vitest'
import {
  ALLOWED_IMPORTS,
  DATA_FOLDERS,
  dataFolderOf,
  ENTRY_FILES,
  featureOf,
  layerOf,
  SERVER_FOLDERS,
  SHARED_FILES,
  serverFolderOf,
} from './layers.ts'

interface Import {
  from: string
  to: string
  /** The specifier in the source. */
  written: string
}
let imports: Import[]
let cycles: string[]
const sources = ['src', 'sw', 'server', 'demo', 'tests'].flatMap((folder) => filesOf(folder))
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => join('src', name))

beforeAll(async () => {
  const { output } = await cruise(['src', 'sw', 'server', 'demo'], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '\\.css$|\\.json$|^virtual:' },
    ruleSet: {
      forbidden: [
        {
          name: 'cycle',
          severity: 'error',
          from: {},
          to: { circular: true },
        },
      ],
    },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  })
  const { modules, summary } = output as ICruiseResult
  imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved, module }) => ({ from: source, to: resolved, written: module })),
  )
  cycles = summary.violations
    .filter(({ rule }) => rule.name === 'cycle')
    .map(({ from, cycle }) => [from, ...(cycle ?? []).map(({ name }) => name)].join(' → '))
})

test('reads every source file and the imports between folders', () => {
  const seen = new Set(imports.map(({ from }) => from))
  expect(seen.has('src/main.tsx')).toBe(true)
  expect(
    imports.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/data/')).length,
  ).toBeGreaterThan(10)
})

test('imports between folders follow the layers', () => {
  const broken = imports.filter(({ from, to }) => {
    const [importer, imported] = [layerOf(from), layerOf(to)]
    if (ENTRY_FILES.includes(to)) return !ENTRY_FILES.includes(from)
    if (!importer || !imported || importer === imported || SHARED_FILES.includes(to)) return false
    return !ALLOWED_IMPORTS[importer]?.includes(imported)
  })
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('a feature imports no other feature', () => {
  const broken = imports.filter(({ from, to }) => {
    const [importer, imported] = [featureOf(from), featureOf(to)]
    return importer !== undefined && imported !== undefined && importer !== imported
  })
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('has no import cycles, type-only imports included', () => {
  expect(cycles).toEqual([])
})

test('imports in src/data run upwards in the order of its folders, type-only imports included', () => {
  const inData = imports.filter(({ from, to }) => dataFolderOf(from) !== undefined && dataFolderOf(to) !== undefined)
  expect(inData.length).toBeGreaterThan(300)
  const broken = inData.filter(
    ({ from, to }) => DATA_FOLDERS.indexOf(dataFolderOf(to) ?? '') > DATA_FOLDERS.indexOf(dataFolderOf(from) ?? ''),
  )
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  const loose = sources.filter(
    (file) => file.startsWith('src/data/') && !DATA_FOLDERS.includes(dataFolderOf(file) ?? ''),
  )
  expect(loose).toEqual([])
})

test('imports in server run upwards in the order of its folders, type-only imports included', () => {
  const inServer = imports.filter(({ from, to }) => serverFolderOf(from) !== undefined && to.startsWith('server/'))
  expect(inServer.length).toBeGreaterThan(300)
  const broken = inServer.filter(({ from, to }) => {
    if (to === 'server/config.ts') return false
    const [here, there] = [serverFolderOf(from), serverFolderOf(to)]
    return there === undefined || SERVER_FOLDERS.indexOf(there) > SERVER_FOLDERS.indexOf(here ?? '')
  })
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  const roots = ['server/config.ts', 'server/main.ts', 'server/start.ts', 'server/vite.config.ts']
  const loose = sources.filter(
    (file) =>
      file.startsWith('server/') && !SERVER_FOLDERS.includes(serverFolderOf(file) ?? '') && !roots.includes(file),
  )
  expect(loose).toEqual([])
})

test('imports use the alias across folders, ./ inside a folder and never ../', () => {
  const broken = imports.filter(({ from, to, written }) => {
    if (written.startsWith('../')) return true
    return written.startsWith('./') && layerOf(from) !== layerOf(to) && !ENTRY_FILES.includes(from)
  })
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

/** Packages that these folders may import. */
const ALLOWED_PACKAGES: Record<string, RegExp[]> = {
  'src/contract': [/^valibot$/],
  'src/text': [],
}

test('the contract imports only the schema library, and the texts import no package', () => {
  const broken = imports.filter(({ from, written }) => {
    const allowed = ALLOWED_PACKAGES[layerOf(from) ?? '']
    return (
      allowed && !written.startsWith('.') && !written.startsWith('#') && !allowed.some((name) => name.test(written))
    )
  })
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

test('the data layer imports React only in its hooks', () => {
  const broken = imports.filter(
    ({ from, written }) =>
      /^(src\/data|sw)\//.test(from) &&
      /^(react|react-dom|dexie-react-hooks|@tanstack\/)/.test(written) &&
      !from.startsWith('src/data/react/'),
  )
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

/** APIs and texts that may occur only in these files. */
const ONLY: { what: string; pattern: RegExp; where: RegExp }[] = [
  { what: 'Dexie', pattern: /from '(dexie|dexie-react-hooks)'/, where: /^(src\/data|tests)\// },
  {
    what: 'fetch',
    pattern:
      /(?:await|return|=>|=|\()\s*(?:globalThis\.|window\.|self\.)?fetch\(|\bofetch\b|XMLHttpRequest\(|sendBeacon/,
    where: /^(src\/data\/network\/(call|fetchFile|fetchPicture)\.ts|sw\/(homePage|appFiles)\.ts|server\/|tests\/)/,
  },
  {
    what: 'document.cookie',
    pattern: /document\.cookie|\bcookieStore\b/,
    where: /^(src\/data\/platform\/cookies\.ts|tests\/)/,
  },
  {
    what: 'web storage',
    pattern: /\b(localStorage|sessionStorage)\b/,
    where: /^(src\/data\/platform\/webStorage\.ts|tests\/)/,
  },
  {
    what: 'Persian words',
    pattern: /[\u0621-\u06cc]{2}/,
    // Folding, the collation check, the font subsets and the password rules need letters and not sentences.
    where:
      /^(src\/text\/|src\/contract\/persian\.ts|server\/text\/(messages|exampleRecords)\.ts|server\/database\/migrate\.ts|src\/features\/account\/password\/passwordStrength\.ts|server\/catalogue\/|demo\/|tests\/)/,
  },
]

test.each(ONLY)('$what occurs only in the allowed files', ({ pattern, where }) => {
  const broken = sources.filter((file) => !where.test(file) && pattern.test(withoutComments(file)))
  expect(broken).toEqual([])
})

test('no file has a generic name', () => {
  expect(
    sources.filter(
      (file) =>
        /(^|\/)(utils?|helpers?|common|misc|manager|index)\.(ts|tsx)$/i.test(file) && !file.startsWith('src/routes/'),
    ),
  ).toEqual([])
})

test('no sibling rule applies to every element, since browsers recalculate whole lists for `a ~ *`', () => {
  const rules = ['vite.styles.ts', ...sheets]
  expect(rules.length).toBeGreaterThan(50)
  expect(rules.filter((file) => /[~+]\s*\*/.test(withoutComments(file)))).toEqual([])
})

test('no animation moves elements by layout', () => {
  const animated = sheets.flatMap((file) =>
    [...read(file).matchAll(/@keyframes [^{]+\{((?:[^{}]*\{[^{}]*\})*)/g)].map(([frames]) => `${file}: ${frames}`),
  )
  expect(animated.length).toBeGreaterThan(5)
  const laidOut = animated.filter((frames) => /^\s*(inset|margin|padding|inline-size|block-size)\b/m.test(frames))
  expect(laidOut).toEqual([])
})

test('no source file is longer than 400 lines', () => {
  const long = sources.filter(
    (file) => !file.startsWith('tests/') && !file.endsWith('.gen.ts') && read(file).split('\n').length > 400,
  )
  expect(long).toEqual([])
})

function withoutComments(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}
function read(file: string): string {
  return readFileSync(file, 'utf8')
}
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
}

test('the generated route tree matches the routes', () => {
  const tree = 'src/routeTree.gen.ts'
  const committed = read(tree)
  execFileSync('npx', ['tsr', 'generate'], { stdio: 'ignore' })
  const generated = read(tree)
  writeFileSync(tree, committed)
  expect(generated).toBe(committed)
})
