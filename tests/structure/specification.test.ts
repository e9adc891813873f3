import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

/** Checks docs/specification-tests.md, which names the proof of each sentence of docs/specification.md. */

const ROOT = join(import.meta.dirname, '../..')
const STEPS = 'tests/e2e/specification'

const sentences = sentencesOf(read('docs/specification.md'))
const rows = [...read('docs/specification-tests.md').matchAll(/^\| (\d+\.\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', text = '', proof = '']) => ({ id, text, proofs: proof.split('<br>') }),
)

test('finds the sentences of all nine sections', () => {
  expect(new Set(sentences.map(({ id }) => id.split('.')[0])).size).toBe(9)
  expect(sentences).toContainEqual({ id: '2.35', text: 'Escape closes the search.' })
  expect(sentences).toContainEqual({ id: '7.20', text: 'GET — /api/user (current user)' })
})

test('every sentence of the specification has one row, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(sentences.map(({ id }) => id))
  const changed = sentences.filter(({ text }, at) => text !== rows[at]?.text && !isStartOf(rows[at]?.text, text))
  expect(changed).toEqual([])
})

test('every row names a proof, and every proof exists', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs.filter((proof) => !exists(id, proof)).map((proof) => `${id}: ${proof}`),
  )
  expect(missing).toEqual([])
})

test('every step that carries the id of a sentence is in its row', () => {
  const files = readdirSync(join(ROOT, STEPS)).flatMap((name) =>
    name.endsWith('.spec.ts') ? [`${STEPS}/${name}`] : [],
  )
  const unlinked = files.flatMap((file) =>
    [...stepIdsOf(file)]
      .filter((id) => !rows.find((row) => row.id === id)?.proofs.some((proof) => fileOf(proof) === file))
      .map((id) => `${file}: ${id}`),
  )
  expect(unlinked).toEqual([])
})

function isStartOf(shown: string | undefined, text: string): boolean {
  return shown?.endsWith('…') === true && text.startsWith(shown.slice(0, -1))
}

/** Whether a proof is a link to a document, to a file whose steps carry the id, or to a file and a test's title. */
function exists(id: string, proof: string): boolean {
  const file = fileOf(proof)
  if (file === '' || !existsSync(join(ROOT, file))) return false
  if (file.startsWith('docs/')) return true
  const title = proof.split(' › ')[1]
  if (title === undefined) return file.startsWith(STEPS) && stepIdsOf(file).has(id)
  return ["'", '"', '`'].some((quote) => read(file).includes(quote + title + quote))
}

/** The file that a proof links to, from the root; empty without a link. Anchors are checked by documents.test.ts. */
function fileOf(proof: string): string {
  const target = /\[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\)/.exec(proof)?.[1]
  return target === undefined ? '' : join('docs', target)
}

/** The ids at the beginning of the names of a file's steps. */
function stepIdsOf(file: string): Set<string> {
  const names = [...read(file).matchAll(/'(\d+\.\d+(?:, \d+\.\d+)*) /g)].map(([, ids = '']) => ids)
  return new Set(names.flatMap((ids) => ids.split(', ')))
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
