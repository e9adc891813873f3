import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = ['src', 'sw', 'server', 'demo'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
)
const contents = new Map(sources.map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]))

/** Variables of a module that exist once by nature, with the reason. Other state belongs to an instance (`createX()`). */
const MODULE_STATE: Record<string, string> = {
  'src/data/database/personal.ts opened': 'a page has one cookie jar, and the token in it is compared at each use',
  'src/parts/navigation/untilPainted.ts pending': 'a window paints one frame at a time',
  'demo/artwork/font.ts opened': "the files of an installed package do not change in a process's life",
}

test('keeps mutable state in instances', () => {
  const found = [...contents].flatMap(([file, text]) =>
    [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => `${file} ${name}`),
  )
  expect(found.sort()).toEqual(Object.keys(MODULE_STATE).sort())
})

/** Files whose errors are reported elsewhere, with the reason. */
const SILENT: Record<string, string> = {
  'src/app/early/updateBrokenBuild.ts': 'runs before the app and imports no reporter',
  'src/app/early/requireBaseline.ts': 'runs before the app and imports no reporter',
  'src/data/downloads/fetchSegments.ts': 'the first failure of the lanes is thrown as `FetchInterrupted`',
  'src/data/sync/drain.ts': 'the caller of the drain gets the error; each flight reports its own',
  'server/operator/films/storeFilm.ts': 'the first failure is thrown when the other files are stored',
  'server/sync/batch.ts': 'the member of the batch gets the error',
}

test('every catch names the errors that it expects, or handles the error it gets', () => {
  const found = [...contents].filter(([, text]) => silentForms(text).length > 0).map(([file]) => file)
  expect(found.sort()).toEqual(Object.keys(SILENT).sort())
})

test.each([
  ['try { read() } catch { return 1 }', 1],
  ['try { read() } catch (failure) { return 1 }', 1],
  ['try { read() } catch (failure) { return ignoring("A")(failure) }', 0],
  ['read().catch(() => undefined)', 1],
  ['read().catch(\n  () => 1,\n)', 1],
  ['read().catch((_) => 1)', 1],
  ['read().catch(ignoring("A"))', 0],
  ['read().then((value) => f(value, 1), () => false)', 1],
  ['read().then(() => f({ a: 1, b: 2 }))', 0],
  ['read().then(() => true, ignoring("A"))', 0],
  ['await Promise.allSettled(work)', 1],
])('finds the silent forms in %s', (text, count) => {
  expect(silentForms(text)).toHaveLength(count)
})

test('reports through the reporter of the app, not through the global function of the browser', () => {
  const broken = [...contents].filter(
    ([file, text]) =>
      !file.endsWith('/reportError.ts') &&
      /(?<![.\w/])reportError\b/.test(text) &&
      !/import [^;]*\breportError\b[^;]*? from/.test(text),
  )
  expect(broken.map(([file]) => file)).toEqual([])
})

/** Places of a text that catch an error and do not look at it. */
function silentForms(text: string): string[] {
  const blocks = [...text.matchAll(/\bcatch (?:\((\w+)[^)]*\) )?\{/g)].filter(({ 0: found, 1: name, index }) => {
    const body = bracketed(text, index + found.length - 1)
    return name === undefined || !new RegExp(`\\b${name}\\b`).test(body)
  })
  const calls = [...text.matchAll(/\.(catch|then)\(/g)].filter(({ 0: found, 1: method, index }) => {
    const given = splitArguments(bracketed(text, index + found.length - 1))
    const handler = given[method === 'catch' ? 0 : 1]
    return handler !== undefined && /^\((?:_\w*)?\) =>/.test(handler)
  })
  const settled = [...text.matchAll(/Promise\.allSettled\(/g)]
  return [...blocks, ...calls, ...settled].map(({ index }) => text.slice(index, index + 80))
}

/** The text inside the bracket at `from`. */
function bracketed(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text.charAt(at))) depth++
    if (')]}'.includes(text.charAt(at)) && --depth === 0) return text.slice(from + 1, at)
  }
  return text.slice(from + 1)
}

function splitArguments(text: string): string[] {
  const given = ['']
  let depth = 0
  for (const letter of text) {
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter)) depth--
    if (letter === ',' && depth === 0) given.push('')
    else given.push(`${given.pop() ?? ''}${letter}`)
  }
  return given.map((one) => one.trim()).filter((one) => one !== '')
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}
