import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BuiltServer, startBuiltServer } from '#tests/harness/builtServer.ts'
import { makeHls, makeSourceFilm } from '#tests/harness/sourceFilm.ts'

/** Encoding takes a few seconds, and much longer on a busy machine. */
const TIMEOUT = 300_000

describe('films of the operator', () => {
  let folder: string
  let server: BuiltServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parde-films-'))
    await mkdir(join(folder, 'season'))
    const commentary = { lang: 'eng', title: 'The "Director"', disposition: 'comment' }
    const audios = [
      commentary,
      'eng',
      'per',
      { lang: 'fre', title: 'French' },
      'per',
      { lang: 'ger', title: 'Hamburg' },
    ]
    const subtitles = [
      { lang: 'eng', disposition: 'forced' },
      'eng',
      { lang: 'eng', title: 'English SDH' },
      'per',
      'ara',
    ]
    makeSourceFilm(join(folder, 'film.mkv'), { seconds: 9, size: '1280x536', audios, subtitles })
    // «سلام» and «été» in the code pages of Windows.
    for (const [lang, text] of Object.entries({ fa: [0xd3, 0xe1, 0xc7, 0xe3], fr: [0xe9, 0x74, 0xe9] })) {
      const time = Buffer.from('1\n00:00:02,000 --> 00:00:04,000\n')
      await writeFile(join(folder, `film.${lang}.srt`), Buffer.concat([time, Buffer.from(text)]))
    }
    makeSourceFilm(join(folder, 'season', 'Serial.S01E02.mkv'), { seconds: 5, size: '320x240', audios: ['per'] })
    makeSourceFilm(join(folder, 'season', 'سریال فصل ۱ قسمت ۱.mp4'), { seconds: 5, size: '320x240', audios: ['per'] })
    await writeFile(join(folder, 'season', 'behind the scenes.mp4'), '')
    await writeFile(join(folder, 'broken.mp4'), 'no film')
    await writeFile(
      join(folder, 'catalogue.ndjson'),
      [
        {
          kind: 'title',
          key: 'film',
          type: 'movie',
          titleEn: 'A Film',
          titleFa: 'یک فیلم',
          year: 1990,
          genres: ['drama'],
          languages: ['en'],
        },
        {
          ...{ kind: 'title', key: 'serial', type: 'series', titleEn: 'A Serial', titleFa: 'یک سریال', year: 1991 },
          ...{
            genres: ['comedy'],
            languages: ['fa'],
            seasons: [{ number: 1, episodes: [{ number: 1 }, { number: 2 }] }],
          },
        },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    )
    server = await startBuiltServer(join(folder, 'data'), { SEED: 'none' })
    await server.waitForOutput(server.app)
    await parde('import', join(folder, 'catalogue.ndjson'))
  }, TIMEOUT)
  afterAll(async () => {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }, TIMEOUT)

  const env = () => ({ ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '' })
  const parde = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile('node', ['dist/server/cli.js', ...args], { env: env() }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      )
    })
  const get = async (path: string) => fetch(new URL(path, server.api))
  const data = async (path: string) => (await (await get(path)).json()).data
  const idOf = async (words: string) => (await data(`/api/titles/search?q=${encodeURIComponent(words)}`))[0].id

  test('a title without a film has no files, and its player says so', { timeout: TIMEOUT }, async () => {
    const id = await idOf('یک فیلم')
    expect(await data(`/api/titles/${id}/files`)).toEqual([])
    expect(await data(`/api/titles/${id}`)).toMatchObject({ hasFilm: false, trailer: { sources: [] } })
    const answer = await get(`/api/watch/t${id}/${id}`)
    expect(answer.status).toBe(404)
    expect((await answer.json()).message).toMatch(/پخش/)
  })

  test('makes a film after it was killed, with its voices, subtitles and thumbnails', {
    timeout: TIMEOUT,
  }, async () => {
    const encoding = join(folder, 'data/encoding')
    const first = spawn('node', ['dist/server/cli.js', 'film', 'add', 'film', join(folder, 'film.mkv')], { env: env() })
    const steps = async (): Promise<string[]> => {
      const [film] = existsSync(encoding) ? await readdir(encoding) : []
      return film === undefined ? [] : await readdir(join(encoding, film))
    }
    await vi.waitUntil(async () => (await steps()).includes('720p'), { timeout: TIMEOUT })
    first.kill('SIGKILL')
    await new Promise((done) => first.once('close', done))

    expect(await parde('film', 'add', 'film', join(folder, 'film.mkv'))).toEqual({
      code: 0,
      out: '720p, 480p; original, dubbed, fr, fa, de, en; subtitles: fa, en, en-x-forced, en-x-sdh, ar, fr\n',
      err: '',
    })
    const id = await idOf('یک فیلم')
    const files = await data(`/api/titles/${id}/files`)
    expect(
      files.map(({ language, quality }: { language: string; quality: string }) => `${language} ${quality}`),
    ).toEqual(['dubbed 720p', 'dubbed 480p', 'subtitled 720p', 'subtitled 480p'])
    const { stream, title } = await data(`/api/watch/t${id}/${files[2].id}`)
    expect(title).toMatchObject({ isDubbed: true, hasSubtitle: true })
    expect(stream).toMatchObject({ durationSeconds: 9, qualities: [{ width: 1280, height: 536 }, { quality: '480p' }] })
    expect(
      stream.audios.map(({ language, label }: { language: string; label: string }) => `${language} ${label}`),
    ).toEqual([
      ...['original زبان اصلی (انگلیسی)', 'dubbed دوبلهٔ فارسی', 'other فرانسوی', 'other فارسی'],
      ...['other آلمانی، \u2068Hamburg\u2069', 'other انگلیسی، گفتار سازندگان، \u2068The Director\u2069'],
    ])
    const master = await (await get(stream.master)).text()
    expect(master.match(/TYPE=AUDIO.*audio-other\d/g)).toHaveLength(4)
    expect(master).toContain('LANGUAGE="fa",DEFAULT=YES')
    for (const name of master.matchAll(/^[\w-]+\/index\.m3u8$|URI="([^"]+)"/gm)) {
      const playlist = new URL(name[1] ?? name[0], new URL(stream.master, server.api))
      const text = await (await fetch(playlist)).text()
      const parts = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      expect(parts.length, playlist.pathname).toBeGreaterThan(0)
      for (const part of parts) expect((await fetch(new URL(part, playlist))).status, part).toBe(200)
    }
    const subtitles = await Promise.all(
      stream.subtitles.map(async ({ lang, label, url }: { lang: string; label: string; url: string }) => [
        ...[lang, label, (await (await get(url)).text()).trim().split('\n').at(-1)],
      ]),
    )
    expect(subtitles).toEqual([
      ['fa', 'فارسی', 'سلام'],
      ['en', 'انگلیسی', 'Hello 1'],
      ['en-x-forced', 'انگلیسی، تنها گفت‌وگوهای زبان‌های دیگر', 'Hello 0'],
      ['en-x-sdh', 'انگلیسی، برای ناشنوایان', 'Hello 2'],
      ['ar', 'عربی', 'Hello 4'],
      ['fr', 'فرانسوی', 'été'],
    ])
    expect(await (await get(stream.thumbnails)).text()).toContain('thumbnails.jpg#xywh=160,0,160,90')
  })

  test('finds the dubbed version when the catalogue is filtered', { timeout: TIMEOUT }, async () => {
    const found = await data('/api/titles/search?is_dubbed=1')
    expect(found.map(({ titleEn }: { titleEn: string }) => titleEn)).toEqual(['A Film'])
    expect(await data(`/api/titles/search?is_dubbed=1&q=${encodeURIComponent('یک فیلم')}`)).toHaveLength(1)
  })

  test('adds the episodes of a folder by their names and keeps the others out', { timeout: TIMEOUT }, async () => {
    const refused = await parde('film', 'add', 'serial', join(folder, 'season'))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes') })
    const { out, err, code } = await parde('film', 'add', 'serial', join(folder, 'season'), '--yes')
    expect(code).toBe(0)
    expect(err).toContain('left out, no episode in its name: behind the scenes.mp4')
    expect(out).toContain('season 1, episode 2: 480p; original; subtitles: none')
    const { hasFilm, seasons } = await data(`/api/titles/${await idOf('یک سریال')}`)
    expect({ hasFilm, seasons }).toMatchObject({
      hasFilm: true,
      seasons: [{ episodes: [{ hasFilm: true }, { hasFilm: true }] }],
    })
    const files = await data(`/api/titles/${await idOf('یک سریال')}/files`)
    expect(files.map(({ episode, quality }: { episode: number; quality: string }) => [episode, quality])).toEqual([
      [1, '480p'],
      [2, '480p'],
    ])
    expect((await parde('film', 'list', 'serial')).out.trim().split('\n')).toHaveLength(2)
  })

  test('copies HLS that exists, of MPEG-TS or MP4, with its voices and subtitles', { timeout: TIMEOUT }, async () => {
    const source = join(folder, 'both.mkv')
    makeSourceFilm(source, { seconds: 9, size: '1280x536', audios: ['eng', 'per'] })
    makeHls(source, join(folder, 'hls'), 'ts')
    expect(await parde('film', 'add', 'film', join(folder, 'hls'))).toEqual({
      ...{ code: 0, out: '720p, 360p; original, dubbed; subtitles: fa\n', err: '' },
    })
    const id = await idOf('یک فیلم')
    const files = await data(`/api/titles/${id}/files`)
    expect(
      files.map(({ language, quality }: { language: string; quality: string }) => `${language} ${quality}`),
    ).toEqual(['dubbed 720p', 'subtitled 720p'])
    const { stream } = await data(`/api/watch/t${id}/${files[1].id}`)
    expect(stream.durationSeconds).toBe(9)
    const vtt = await (await get(stream.subtitles[0].url)).text()
    expect(vtt.match(/سلام \d/g)).toEqual(['سلام 1', 'سلام 3', 'سلام 5'])
    for (const name of ['720p', '360p', 'audio-original', 'audio-dubbed']) {
      const answer = await fetch(new URL(`${name}/index.m3u8`, new URL(stream.master, server.api)))
      const seconds = [...(await answer.text()).matchAll(/#EXTINF:([\d.]+)/g)].map(([, each]) => Number(each))
      expect(seconds.reduce((sum, each) => sum + each)).toBeCloseTo(9, 0)
    }

    makeHls(source, join(folder, 'ranges'), 'mp4')
    const place = ['--season', '1', '--episode', '1']
    expect(await parde('film', 'add', 'serial', join(folder, 'ranges/index.m3u8'), ...place)).toMatchObject({
      out: 'season 1, episode 1: 720p; original; subtitles: none\n',
    })

    const best = await readFile(join(folder, 'hls/0.m3u8'), 'utf8')
    await writeFile(join(folder, 'hls/0.m3u8'), best.replace(/#EXTINF:2/, '#EXTINF:20'))
    const library = await readdir(join(folder, 'data/library'))
    const broken = await parde('film', 'add', 'film', join(folder, 'hls'))
    expect(broken).toMatchObject({ code: 1, err: expect.stringMatching(/a segment is broken/) })
    makeHls(source, join(folder, 'old'), 'mp4', 'mpeg4')
    const old = await parde('film', 'add', 'film', join(folder, 'old'))
    expect(old.err).toMatch(/index\.m3u8 has mpeg4, not H\.264 with 8 bits: add a video file instead/)
    const films = async () => (await readdir(join(folder, 'data/library'))).filter((name) => !name.startsWith('.'))
    expect(await films()).toEqual(library)
  })

  test('removes a film and explains what it cannot use', { timeout: TIMEOUT }, async () => {
    expect((await parde('film', 'remove', 'serial', '--season', '1', '--episode', '2')).code).toBe(0)
    expect(await data(`/api/titles/${await idOf('یک سریال')}/files`)).toHaveLength(1)
    for (const [args, reason] of [
      [['film', join(folder, 'broken.mp4')], /ffprobe failed: .*Invalid data/],
      [['film', join(folder, 'nothing.mp4')], /cannot be read/],
      [['film', join(folder, 'season')], /is a film: name its file/],
      [['serial', join(folder, 'film.mkv')], /is a series: add --season and --episode/],
      [['nobody', join(folder, 'film.mkv')], /There is no title nobody/],
    ] as const) {
      const { code, err } = await parde('film', 'add', ...args)
      expect(code, err).toBe(1)
      expect(err).toMatch(reason)
    }
    expect(
      (await parde('film', 'add', 'serial', join(folder, 'film.mkv'), '--season', '3', '--episode', '1')).err,
    ).toMatch(/no episode 1 in season 3/)
  })

  test('keeps the chapters of a source, and the operator says which parts can be skipped', {
    timeout: TIMEOUT,
  }, async () => {
    const path = join(folder, 'chapters.mkv')
    const named = ['Previously', 'تیتراژ آغازین', 'Part one', 'End Credits'].map((name, at) => ({
      name,
      start: 2 * at,
    }))
    makeSourceFilm(path, { seconds: 8, size: '320x240', audios: ['eng'], chapters: named })
    expect(await parde('film', 'add', 'film', path)).toMatchObject({ code: 0 })
    const id = await idOf('یک فیلم')
    const chapters = async () =>
      (await data(`/api/watch/t${id}/${id}`)).stream.chapters.map(
        ({ kind, start, end }: { kind: string | null; start: number; end: number }) => `${kind} ${start}-${end}`,
      )
    expect(await chapters()).toEqual(['recap 0-2', 'intro 2-4', 'null 4-6', 'credits 6-8'])

    const changed = await parde('--json', 'film', 'chapters', 'film', '--intro', '0:01-0:03.5', '--credits', '5')
    expect(JSON.parse(changed.out).result.chapters).toHaveLength(4)
    expect(await chapters()).toEqual(['recap 0-2', 'intro 1-3.5', 'null 4-6', 'credits 5-8'])
    expect((await parde('log')).out).toContain('film-chapters')
    await parde('film', 'chapters', 'film', '--clear', '--recap', '0-1')
    expect(await chapters()).toEqual(['recap 0-1'])
    expect((await parde('--json', 'film', 'chapters', 'film')).out).toContain('"kind":"recap"')

    const refused = async (...args: string[]) => (await parde('film', 'chapters', 'film', ...args)).err
    expect(await refused('--intro', '3-1')).toBe(
      '--intro takes two times such as 0:30-1:25, the end after the start.\n',
    )
    expect(await refused('--intro', 'soon')).toBe('“soon” is no time such as 1:02:30.\n')
    expect(await refused('--credits', '0:09')).toBe('The film ends after 8 seconds, before the end of its credits.\n')
    expect(await refused('--season', '1', '--episode', '1', '--intro', '0-1')).toBe('There is no such film.\n')
    expect(await chapters()).toEqual(['recap 0-1'])
  })

  test('plays a trailer for everyone, without a film and without leading to one', { timeout: TIMEOUT }, async () => {
    const trailer = join(folder, 'trailer.mp4')
    makeSourceFilm(trailer, { seconds: 5, size: '854x480', audios: ['per', 'eng'] })
    expect(await parde('film', 'add', 'serial', trailer, '--trailer')).toMatchObject({
      ...{ code: 0, out: '480p; original, en; subtitles: none\n' },
    })
    await parde('film', 'remove', 'serial', '--season', '1', '--episode', '1')
    const id = await idOf('یک سریال')
    const title = await data(`/api/titles/${id}`)
    expect(title).toMatchObject({ hasFilm: false, isDubbed: false, trailer: { sources: [{}, { type: 'video/mp4' }] } })
    const shown = await data(`/api/watch/trailer/t${id}`)
    expect(shown).toMatchObject({ durationSeconds: 5, sources: title.trailer.sources })
    const [hls, mp4] = shown.sources.map(({ src }: { src: string }) => new URL(src, server.api))
    const master = await (await fetch(hls)).text()
    expect(master).toMatch(/LANGUAGE="fa",DEFAULT=YES/)
    for (const name of ['480p/index.m3u8', '480p/0.m4s', 'audio-original/init.mp4', 'audio-other1/0.m4s'])
      expect((await fetch(new URL(name, hls))).status, name).toBe(200)
    expect((await fetch(mp4)).headers.get('Content-Type')).toBe('video/mp4')
    expect((await get(shown.thumbnails)).status).toBe(200)

    // The version of a film is no key to it.
    const [film] = await data(`/api/titles/${await idOf('یک فیلم')}/files`)
    const [, version] = /\/([\da-f]{12})\/master/.exec(film.stream) ?? []
    expect(version).toBeDefined()
    expect((await get(`/media/trailers/t${id}/${version}/master.m3u8`)).status).toBe(404)
    expect((await get(`/media/trailers/t${id}/${version}/480p/0.m4s`)).status).toBe(404)

    expect((await parde('film', 'list', 'serial')).out).toMatch(/trailer/)
    expect((await parde('film', 'add', 'film', join(folder, 'season'), '--trailer')).err).toMatch(/A trailer is a file/)
    expect((await parde('film', 'remove', 'serial', '--trailer')).code).toBe(0)
    expect(await data(`/api/titles/${id}`)).toMatchObject({ trailer: { sources: [] } })
    expect((await get(`/api/watch/trailer/t${id}`)).status).toBe(404)
    expect((await fetch(hls)).status, 'pages that devices keep').toBe(200)
  })
})
