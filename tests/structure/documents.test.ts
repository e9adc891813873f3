import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const IGNORED = /^(node_modules|dist|test-results|playwright-report|\..*)$/
const SOURCE = /\.(ts|tsx|js|mjs|css|html)$/
/** Repository paths in code spans; patterns and placeholders are not checked. */
const REPOSITORY_PATH = /^(src|server|sw|tests|demo|public|docs)\/[\w$./-]+$/

const files = filesBelow(ROOT)
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files.filter((file) => SOURCE.test(file))

test('finds the documents and the sources', () => {
  expect(documents).toContain('docs/sync.md')
  expect(sources.length).toBeGreaterThan(500)
})

test('every relative link in Markdown leads to a file and an anchor', () => {
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/i.test(target)) return []
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), decodeURIComponent(path)))
      return exists(to, anchor) ? [] : `${file}: ${target}`
    }),
  )
  expect(broken).toEqual([])
})

test('every repository path in a Markdown code span exists', () => {
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) =>
      !REPOSITORY_PATH.test(span) || existsSync(join(ROOT, span)) ? [] : `${file}: ${span}`,
    ),
  )
  expect(broken).toEqual([])
})

test('every function named in a document exists', () => {
  const words = new Set(sources.flatMap((file) => read(file).match(/\b[A-Za-z]\w+\b/g) ?? []))
  const broken = documents.flatMap((file) =>
    [...proseOf(file).matchAll(/`(\w+)\(\)`/g)].flatMap(([span, name = '']) =>
      words.has(name) ? [] : `${file}: ${span}`,
    ),
  )
  expect(broken).toEqual([])
})

test('every document and anchor cited in a source file exists', () => {
  const broken = sources.flatMap((file) =>
    [...read(file).matchAll(/\b(docs\/[\w/.-]+\.md)(?:#([\w-]+))?/g)].flatMap(([cited, path = '', anchor]) =>
      exists(path, anchor) ? [] : `${file}: ${cited}`,
    ),
  )
  expect(broken).toEqual([])
})

test('every section of the specification cited in a source file exists', () => {
  const sections = new Set([...read('docs/specification.md').matchAll(/^## (\d+)\. /gm)].map(([, section]) => section))
  const broken = sources.flatMap((file) =>
    [...unwrapped(file).matchAll(/\bspecification(?:\.md)?,? section (\d+)/gi)].flatMap(([cited, section]) =>
      sections.has(section) ? [] : `${file}: ${cited}`,
    ),
  )
  expect(broken).toEqual([])
})

test('the index of decisions lists every decision once', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{3}-[\w-]+\.md)\)/g)].map(([, name]) => name)
  const present = documents.filter((file) => /^docs\/decisions\/\d/.test(file)).map((file) => file.slice(15))
  expect(listed.toSorted()).toEqual(present.toSorted())
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : relative(ROOT, path)
  })
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Markdown without fenced code blocks. */
function proseOf(file: string): string {
  return read(file).replace(/^```[\s\S]*?^```/gm, '')
}

/** A source text with comments that span lines joined into one line. */
function unwrapped(file: string): string {
  return read(file).replace(/\n\s*(?:\*|\/\/)? */g, ' ')
}

function exists(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false
  return anchor === undefined || !path.endsWith('.md') || anchorsOf(path).has(anchor)
}

/** The anchors GitHub gives the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(file).matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  return anchors
}
