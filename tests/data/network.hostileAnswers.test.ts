import { afterEach, expect, test } from 'vitest'
import { titleSearch } from '#data/areas/titles.ts'
import { Unreachable } from '#data/network/failures.ts'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Answers every call with this body, in pieces of 1 MB. Returns how many pieces were read. */
function answerWith(pieces: Iterable<string>): { read: number } {
  const count = { read: 0 }
  globalThis.fetch = async () => {
    const all = pieces[Symbol.iterator]()
    const body = new ReadableStream({
      pull(to) {
        const next = all.next()
        if (next.done) return to.close()
        count.read++
        to.enqueue(new TextEncoder().encode(next.value))
      },
    })
    return new Response(body, { headers: JSON_TYPE })
  }
  return count
}
const search = () => titleSearch({ q: 'x' }).fetch({})
const expectForeign = () => expect(search()).rejects.toEqual(new Unreachable('foreign'))
const MEGABYTE = ' '.repeat(1_000_000)

test('stops reading an answer of 100 MB, and of one without an end', async () => {
  const endless = answerWith(
    (function* () {
      for (;;) yield MEGABYTE
    })(),
  )
  await expectForeign()
  expect(endless.read).toBeLessThan(40)
})

test('a list of a million items and deep nesting count as no answer', async () => {
  answerWith([`{"data":[${'1,'.repeat(1_000_000)}1],"meta":{}}`])
  await expectForeign()
  answerWith([`{"data":${'['.repeat(500_000)}`])
  await expectForeign()
  answerWith([`{"data":${'['.repeat(500_000)}${']'.repeat(500_000)}}`])
  await expectForeign()
})

test('characters that are split between two pieces stay whole', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ message: 'پیدا نشد', code: 'not_found' }))
  globalThis.fetch = async () => {
    const body = new ReadableStream({
      start(to) {
        for (const byte of bytes) to.enqueue(new Uint8Array([byte]))
        to.close()
      },
    })
    return new Response(body, { status: 404, headers: JSON_TYPE })
  }
  await expect(search()).rejects.toMatchObject({ failure: { message: 'پیدا نشد' } })
})
