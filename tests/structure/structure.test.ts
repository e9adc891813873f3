import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeAll, expect, test } from 'vitest'
import { DATA_FOLDERS, dataFolderOf, FRONT_DOOR, featureOf, ROOMS, roomOf } from './rooms.ts'

interface Import {
  from: string
  to: string
  /** as it is written */
  written: string
}
let imports: Import[]
let circles: string[]
const sources = ['src', 'sw', 'server', 'demo', 'tests'].flatMap((folder) => filesOf(folder))

beforeAll(async () => {
  const { output } = await cruise(['src', 'sw', 'server', 'demo'], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '\\.css$|\\.json$|^virtual:' },
    ruleSet: {
      forbidden: [
        {
          name: 'circle',
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
  circles = summary.violations
    .filter(({ rule }) => rule.name === 'circle')
    .map(({ from, cycle }) => [from, ...(cycle ?? []).map(({ name }) => name)].join(' → '))
})

test('the test sees the house: every file, and imports between its rooms', () => {
  const seen = new Set(imports.map(({ from }) => from))
  expect(seen.has('src/main.tsx')).toBe(true)
  expect(
    imports.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/data/')).length,
  ).toBeGreaterThan(10)
})

test('rooms import only the rooms they may', () => {
  const broken = imports.filter(({ from, to }) => {
    const [here, there] = [roomOf(from), roomOf(to)]
    if (FRONT_DOOR.includes(to)) return !FRONT_DOOR.includes(from)
    if (!here || !there || here === there) return false
    return !ROOMS[here]?.includes(there)
  })
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('a feature knows no other feature', () => {
  const broken = imports.filter(({ from, to }) => {
    const [here, there] = [featureOf(from), featureOf(to)]
    return here !== undefined && there !== undefined && here !== there
  })
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

/** Circles by type-only imports that still have to be taken apart. */
const KNOWN_CIRCLES = [
  ['SearchPanel', 'TitleResults'],
  ['FileList', 'FilesScreen'],
  ['gateway', 'sandbox'],
  ['mutations', 'batch', 'serve'],
]

test('has no import circles, type-only imports included', () => {
  const unknown = circles.filter(
    (circle) => !KNOWN_CIRCLES.some((names) => names.every((name) => circle.includes(name))),
  )
  expect(unknown).toEqual([])
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

test('imports across rooms are written #room/file, inside a room ./file, never ../', () => {
  const broken = imports.filter(({ from, to, written }) => {
    if (written.startsWith('../')) return true
    return written.startsWith('./') && roomOf(from) !== roomOf(to) && !FRONT_DOOR.includes(from)
  })
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

const OUTSIDE: Record<string, RegExp[]> = {
  'src/contract': [/^valibot$/],
  'src/text': [],
}

test('the contract and the words stand on nothing but the schema library', () => {
  const broken = imports.filter(({ from, written }) => {
    const allowed = OUTSIDE[roomOf(from) ?? '']
    return (
      allowed && !written.startsWith('.') && !written.startsWith('#') && !allowed.some((name) => name.test(written))
    )
  })
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

test('React stays out of the data floor but for its hooks', () => {
  const broken = imports.filter(
    ({ from, written }) =>
      /^(src\/data|sw)\//.test(from) &&
      /^(react|react-dom|dexie-react-hooks|@tanstack\/)/.test(written) &&
      !from.startsWith('src/data/react/'),
  )
  expect(broken.map(({ from, written }) => `${from}: ${written}`)).toEqual([])
})

/** What may stand in one place only. */
const ONLY: { what: string; pattern: RegExp; where: RegExp }[] = [
  { what: 'Dexie', pattern: /from '(dexie|dexie-react-hooks)'/, where: /^(src\/data|tests)\// },
  {
    what: 'fetch',
    pattern:
      /(?:await|return|=>|=|\()\s*(?:globalThis\.|window\.|self\.)?fetch\(|\bofetch\b|XMLHttpRequest\(|sendBeacon/,
    where: /^(src\/data\/network\/(call|fetchFile)\.ts|sw\/(homePage|appFiles)\.ts|server\/|tests\/)/,
  },
  {
    what: 'document.cookie',
    pattern: /document\.cookie|\bcookieStore\b/,
    where: /^(src\/data\/platform\/cookies\.ts|tests\/)/,
  },
  {
    what: 'Persian words',
    pattern: /[\u0621-\u06cc]{2}/,
    // An alphabet is no sentence: folding, the check of the database's collation, the fonts' glyphs and the guesses at
    // passwords (rows of keys) need its letters.
    where:
      /^(src\/text\/|src\/contract\/persian\.ts|server\/text\/messages\.ts|server\/database\/migrate\.ts|server\/commands\/fonts\.ts|src\/features\/account\/password\/passwordStrength\.ts|server\/catalogue\/|demo\/|tests\/)/,
  },
]

test.each(ONLY)('$what stands where it belongs', ({ pattern, where }) => {
  const broken = sources.filter((file) => !where.test(file) && pattern.test(withoutComments(file)))
  expect(broken).toEqual([])
})

test('no drawer names', () => {
  expect(
    sources.filter(
      (file) =>
        /(^|\/)(utils?|helpers?|common|misc|manager|index)\.(ts|tsx)$/i.test(file) && !file.startsWith('src/routes/'),
    ),
  ).toEqual([])
})

test('a rule about siblings names what it is about: for `a ~ *` a browser looks at every list anew that something leaves', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const rules = ['vite.styles.ts', ...sheets.map((name) => join('src', name))]
  expect(rules.length).toBeGreaterThan(50)
  expect(rules.filter((file) => /[~+]\s*\*/.test(withoutComments(file)))).toEqual([])
})

test('no source file is the thousand-line one', () => {
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

test('the generated route tree is the one these routes give', () => {
  const tree = 'src/routeTree.gen.ts'
  const committed = read(tree)
  execFileSync('npx', ['tsr', 'generate'], { stdio: 'ignore' })
  const generated = read(tree)
  writeFileSync(tree, committed)
  expect(generated).toBe(committed)
})
