import { expect, test, vi } from 'vitest'
import { ROWS_MAX } from '#features/imports/notAList.ts'
import { readList } from '#features/imports/readList.ts'
import { cuesAt, readCues } from '#features/player/subtitles/cues.ts'
import { readOwnFile } from '#features/player/subtitles/useSubtitles.ts'

// Quadratic time takes hours at these sizes, so the limit only has to suit a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** A valid cue, so that the file counts as subtitles, and the start of another. */
const CUES = '00:01.000 --> 00:02.000\nfirst\n\n00:03.000 --> 00:04.000\n'
const fill = (text: string, length = 1_000_000) => text.repeat(Math.floor(length / text.length))

test.each([
  ['one line', fill('a')],
  ['unclosed tags', fill('<i')],
  ['nested tags', `${fill('<i>', 500_000)}x${fill('</i>', 500_000)}`],
  ['unclosed SubStation overrides', fill('{\\')],
  ['unclosed entities', fill('&a')],
  ['ampersands', fill('&')],
  ['time stamps without an arrow', fill('00:00:01.000 ')],
  ['one time stamp and spaces', `00:00:01.000${fill(' ')}`],
  ['blank lines of spaces', fill('\n   \t')],
  ['carriage returns', fill('\r')],
  ['an arrow on each line', fill('-->\n')],
])('a subtitle file of 1 MB with %s is read in linear time', (_, text) => {
  const cues = readCues(`${CUES}${text}`)
  expect(cues[0]?.text).toBe('first')
  for (const cue of cues) expect(cue.text.length).toBeLessThanOrEqual(1_000)
})

test('limits the number of cues, and how many are shown at a time', async () => {
  const text = `${'00:01.000 --> 99:00:00.000\nx\n\n'.repeat(130_000)}`
  const { track } = await readOwnFile(new File([text], 'million.vtt'))
  const cues = track.state === 'ready' ? track.cues : []
  expect(cues).toHaveLength(50_000)
  expect(cuesAt(cues, 5)).toHaveLength(12)
})

const listProblem = (text: BlobPart) =>
  readList(new File([text], 'list.csv'), { now: 0, onRead: () => undefined }).then(
    () => 'read',
    (failure: { problem?: string }) => failure.problem,
  )

test.each([
  ['500 MB', Object.defineProperty(new Blob(['Const\n']), 'size', { value: 500_000_000 }), 'large'],
  ['200,000 rows', `Const\n${'tt0068646\n'.repeat(200_000)}`, 'many'],
  ['200,000 rows that name no title', `Const\n${'x\n'.repeat(200_000)}`, 'many'],
  ['one field of 3 MB', `Const\n"${'x'.repeat(3_000_000)}"\n`, 'quotes'],
  ['an unclosed quote', `Const\n"${'tt0068646\n'.repeat(200_000)}`, 'quotes'],
  ['10,000 columns', `Const\n${'x,'.repeat(10_000)}\n`, 'columns'],
  ['one line of 3 MB without a column', 'x'.repeat(3_000_000), 'columns'],
  ['zero bytes', `Const\ntt0068646\u0000\n`, 'binary'],
  ['a renamed ZIP archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), 'zip'],
  ['a captive portal', '<!doctype html><title>Wi-Fi</title>', 'html'],
])('a list with %s is refused with a reason', async (_, content, problem) => {
  const file = content instanceof Blob ? Object.assign(content, { name: 'list.csv' }) : undefined
  if (file) await expect(readList(file, { now: 0, onRead: () => undefined })).rejects.toMatchObject({ problem })
  else expect(await listProblem(content as BlobPart)).toBe(problem)
})

test('the largest valid list is read', async () => {
  expect(await listProblem(`Const\n${'tt0068646\n'.repeat(ROWS_MAX)}`)).toBe('read')
})
