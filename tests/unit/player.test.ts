import { expect, test } from 'vitest'
import { readWatchId } from '#features/player/address.ts'
import { readThumbnails } from '#features/player/controls/thumbnails.ts'
import { isCompleteMp4 } from '#features/player/engine/isCompleteMp4.ts'
import { signedLink } from '#features/player/engine/mediaLink.ts'
import { MAX_BACKOFF, retryPolicy } from '#features/player/engine/retryPolicy.ts'
import { cuesAt, readCues } from '#features/player/subtitles/cues.ts'
import { decodeText, SUBTITLE_BYTES } from '#features/player/subtitles/decodeText.ts'
import { readOwnFile } from '#features/player/subtitles/useSubtitles.ts'
import { clockTime } from '#text/format.ts'

test('reads WebVTT and SubRip subtitles', () => {
  const vtt =
    '\uFEFFWEBVTT\n\nNOTE by hand\n\nintro\n00:01.000 --> 00:02.500 line:90%\n<v Vito><i>سلام</i></v>\n&lt;در&gt;\n\n'
  expect(readCues(vtt)).toEqual([{ start: 1, end: 2.5, text: 'سلام\n<در>' }])
  const srt =
    '2\r\n01:00:05,5 --> 01:00:06,250\r\n{\\an8}<font color="#fff">دوم</font>\r\n\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\nاول\r\n'
  expect(readCues(srt)).toEqual([
    { start: 1, end: 2, text: 'اول' },
    { start: 3605.5, end: 3606.25, text: 'دوم' },
  ])
})

test('returns no cues for other files and skips only invalid cues', () => {
  for (const text of ['', '<p>portal</p>', 'WEBVTT', '\u0000\u0001', 'a --> b\nc', '00:99:99 --> x'])
    expect(readCues(text)).toEqual([])
  const mixed = '00:05.000 --> 00:04.000\nbackwards\n\n00:01.000 --> 00:02.000\n\n\n00:03.000 --> 00:04.000\nright'
  expect(readCues(mixed).map(({ text }) => text)).toEqual(['right'])
  expect(cuesAt(readCues(mixed), 3.5)).toHaveLength(1)
  expect(cuesAt(readCues(mixed), 4)).toHaveLength(0)
})

test('decodes text that is not UTF-8 as windows-1256 with Persian letters', () => {
  expect(decodeText(new TextEncoder().encode('سلام 🙂'))).toBe('سلام 🙂')
  expect(decodeText(new Uint8Array([0xd3, 0xe1, 0xc7, 0xe3]))).toBe('سلام')
  expect(decodeText(new Uint8Array([0xed, 0xdf]))).toBe('یک')
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x33, 0x06]))).toBe('س')
})

test("reports why a user's subtitle file is empty, invalid or too large", async () => {
  const read = async (...parts: BlobPart[]) => (await readOwnFile(new File(parts, 'own.srt'))).track.state
  expect(await read('1\n00:00:01,000 --> 00:00:02,000\nسلام\n')).toBe('ready')
  expect(await read('')).toBe('broken')
  expect(await read(new Uint8Array(2_000))).toBe('broken')
  expect(await read(new Uint8Array(SUBTITLE_BYTES + 1))).toBe('large')
})

test('recognises an empty or truncated fragment', () => {
  const box = (size: number, of: number) => {
    const bytes = new Uint8Array(of)
    new DataView(bytes.buffer).setUint32(0, size)
    return bytes.buffer
  }
  expect(isCompleteMp4(box(24, 24))).toBe(true)
  expect(isCompleteMp4(box(24, 20))).toBe(false)
  expect(isCompleteMp4(box(4, 24))).toBe(false)
  expect(isCompleteMp4(new ArrayBuffer(0))).toBe(false)
})

test('retries a lost network forever, renews an expired link and gives up on a missing file', () => {
  const after = (kind: 'silence' | 'status' | 'broken', status: number, tries: number) =>
    retryPolicy({ kind, status, attempts: tries })
  expect(after('silence', 0, 1_000)).toEqual({ reason: 'offline', renew: false, wait: MAX_BACKOFF })
  expect(after('status', 503, 1_000).wait).toBe(MAX_BACKOFF)
  expect(after('status', 429, 1)).toMatchObject({ reason: 'server', renew: false })
  expect(after('status', 403, 1)).toMatchObject({ reason: 'link', renew: true })
  expect(after('status', 404, 1).wait).toBeGreaterThan(0)
  expect(after('status', 404, 4)).toEqual({ reason: 'missing', renew: false, wait: undefined })
  expect(after('broken', 200, 4)).toMatchObject({ reason: 'broken', wait: undefined })
})

test('rewrites addresses of an expired link and shares one renewal between parallel requests', async () => {
  const stream = (signed: string, version = 'a') => ({
    master: `https://api.example.com/media/stream/${signed}/7/${version}/master.m3u8`,
    expiresAt: '2026-01-01T06:00:00Z',
    now: '2026-01-01T00:00:00Z',
    keepUntil: null,
    version,
    durationSeconds: 240,
    qualities: [],
    audios: [],
    subtitles: [],
    thumbnails: null,
    chapters: [],
  })
  let asked = 0
  let replaced = 0
  const link = signedLink(stream('old'), {
    ask: async () => stream('new', ++asked > 1 ? 'b' : 'a'),
    onReplaced() {
      replaced += 1
    },
  })
  await Promise.all([link.renew(), link.renew()])
  expect(asked).toBe(1)
  expect(link.current('https://api.example.com/media/stream/old/7/a/720p/3.m4s')).toBe(
    'https://api.example.com/media/stream/new/7/a/720p/3.m4s',
  )
  expect(link.current('https://elsewhere.example/x.m4s')).toBe('https://elsewhere.example/x.m4s')
  expect(replaced).toBe(0)
  await link.renew()
  expect(replaced).toBe(1)
  link.close()
})

test('finds the thumbnails in the sprite beside their table', () => {
  const table =
    'WEBVTT\n\n00:00.000 --> 00:02.000\nthumbnails.jpg#xywh=160,0,160,90\n\n00:02.000 --> 00:04.000\nnonsense\n'
  expect(readThumbnails(table, 'https://api.example.com/m/thumbnails.vtt')).toEqual([
    {
      url: 'https://api.example.com/m/thumbnails.jpg',
      startTime: 0,
      endTime: 2,
      width: 160,
      height: 90,
      coords: { x: 160, y: 0 },
    },
  ])
})

test('formats playback times and reads watch ids', () => {
  expect(clockTime(3723.9)).toBe('۱:۰۲:۰۳')
  expect(clockTime(65)).toBe('۱:۰۵')
  expect(clockTime(Number.NaN)).toBe('۰:۰۰')
  expect(readWatchId('109833600000')).toBe(109_833_600_000)
  for (const wrong of ['', '0', '-1', '1.5', 'abc', '۱۲', '9'.repeat(17), '<b>'])
    expect(readWatchId(wrong)).toBeUndefined()
})
