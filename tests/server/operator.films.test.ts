import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BuiltServer, startBuiltServer } from '#tests/harness/builtServer.ts'
import { makeSourceFilm } from '#tests/harness/sourceFilm.ts'

/** Encoding takes a few seconds, and much longer on a busy machine. */
const TIMEOUT = 300_000

describe('films of the operator', () => {
  let folder: string
  let server: BuiltServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parde-films-'))
    await mkdir(join(folder, 'season'))
    const both = ['eng', 'per']
    makeSourceFilm(join(folder, 'film.mkv'), { seconds: 9, size: '1280x536', audios: both, subtitle: 'eng' })
    // «سلام» in the code page of Persian Windows.
    const persian = Buffer.from([0xd3, 0xe1, 0xc7, 0xe3])
    await writeFile(
      join(folder, 'film.fa.srt'),
      Buffer.concat([Buffer.from('1\n00:00:02,000 --> 00:00:04,000\n'), persian]),
    )
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
      out: '720p, 480p; original, dubbed; subtitles: fa, en\n',
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
      stream.audios.map(({ language, lang }: { language: string; lang: string }) => `${language} ${lang}`),
    ).toEqual(['original en', 'dubbed fa'])
    const master = await (await get(stream.master)).text()
    expect(master).toContain('LANGUAGE="fa",DEFAULT=YES')
    for (const name of master.matchAll(/^[\w-]+\/index\.m3u8$|URI="([^"]+)"/gm)) {
      const playlist = new URL(name[1] ?? name[0], new URL(stream.master, server.api))
      const text = await (await fetch(playlist)).text()
      const parts = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      expect(parts.length, playlist.pathname).toBeGreaterThan(0)
      for (const part of parts) expect((await fetch(new URL(part, playlist))).status, part).toBe(200)
    }
    const vtt = await (await get(stream.subtitles.find(({ lang }: { lang: string }) => lang === 'fa').url)).text()
    expect(vtt).toContain('سلام')
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
})
