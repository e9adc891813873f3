import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { File } from '#contract/files.ts'
import { watchKey } from '#contract/watch.ts'
import { subscriptions } from '#server/database/schema/premium.ts'
import { createCode } from '#tests/harness/fixtures/premium.ts'
import { type Caller, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

const HOUR = 3_600_000
const PERSIAN = /[آ-ی]/
/** A dubbed and subtitled older film, a series, and a recent title. */
const GODFATHER = 68646
const BREAKING_BAD = 903747

describe('video files of a title', () => {
  let server: TestServer
  let guest: Caller
  let member: Member
  let subscriber: Member
  let newFilm: { id: number; imdb: string }
  let newSeries: { id: number; imdb: string }
  const filesOf = async (caller: Caller, id: number): Promise<File[]> =>
    (await caller.get(`/api/titles/${id}/files`)).json.data
  const watch = (caller: Caller, imdb: string, id: number | string) => caller.get(`/api/watch/${imdb}/${id}`)
  const newest = async (type: string) => {
    const { json } = await guest.get(`/api/titles/search?type=${type}&order_by=newest`)
    return json.data[0]
  }

  beforeAll(async () => {
    server = await startServer()
    guest = server.createGuest()
    member = await server.createUser()
    subscriber = await server.createUser()
    await subscriber.post('/api/user/join2', { code: await createCode(server) })
    ;[newFilm, newSeries] = await Promise.all([newest('movie'), newest('series')])
  })
  afterAll(() => server.close())

  test('lists qualities, codecs and languages of a film with their real sizes', async () => {
    const files = await filesOf(member, GODFATHER)
    expect(new Set(files.map(({ quality }) => quality))).toEqual(new Set(['1080p', '720p', '480p']))
    expect(new Set(files.map(({ language }) => language)).size).toBeGreaterThan(1)
    expect(new Set(files.map(({ id }) => id)).size).toBe(files.length)
    for (const file of files) {
      const head = await server.request(file.download ?? '', { method: 'HEAD' })
      expect(head.headers.get('Content-Length')).toBe(String(file.sizeBytes))
      expect(head.headers.get('Content-Disposition')).toBe(`attachment; filename="${file.name}"`)
    }
    const [newer] = await filesOf(subscriber, newFilm.id)
    expect(newer).toMatchObject({ locked: false, needs: null })
    expect((await filesOf(subscriber, newFilm.id)).map(({ codec }) => codec)).toContain('AV1')
  })

  test('lists the files of each episode in watching order', async () => {
    const { json } = await guest.get(`/api/titles/${BREAKING_BAD}`)
    const episodes: number[] = json.data.seasons.flatMap((season: { episodes: { id: number }[] }) =>
      season.episodes.map(({ id }) => id),
    )
    const files = await filesOf(guest, BREAKING_BAD)
    expect([...new Set(files.map(({ episodeId }) => episodeId))]).toEqual(episodes)
    expect(files[0]).toMatchObject({ titleId: BREAKING_BAD, season: 1, episode: 1, locked: false })
  })

  test('gives non-subscribers no link to subscriber files and says what is missing', async () => {
    expect(newFilm).toMatchObject({ type: 'movie' })
    for (const caller of [guest, member]) {
      for (const file of await filesOf(caller, newFilm.id)) {
        expect(file).toMatchObject({ locked: true, needs: 'premium', stream: null, download: null, expiresAt: null })
        expect(JSON.stringify(file)).not.toContain('/media/')
      }
      const { json } = await watch(caller, newFilm.imdb, newFilm.id)
      expect(json.data).toMatchObject({ stream: null, needs: 'premium', title: { id: newFilm.id } })
      expect(JSON.stringify(json.data)).not.toContain('/media/stream')
    }
    expect((await guest.get(`/api/titles/${newFilm.id}`)).json.data.isPremium).toBe(true)
    expect((await watch(subscriber, newFilm.imdb, newFilm.id)).json.data.stream.master).toContain('/media/stream/')
  })

  test('opens only the first episode of a series to everyone', async () => {
    const first = await watch(guest, newSeries.imdb, newSeries.id)
    expect(first.json.data).toMatchObject({ needs: null, previous: null, episode: { number: 1 } })
    const second = await watch(guest, newSeries.imdb, first.json.data.next.fileId)
    expect(second.json.data).toMatchObject({ needs: 'premium', stream: null })
    expect(second.json.data.previous.fileId).toBe(first.json.data.fileId)
  })

  test('lets a guest stream free files and requires sign-in for downloads', async () => {
    const [file] = await filesOf(guest, GODFATHER)
    expect(file).toMatchObject({ locked: false, needs: 'login', download: null })
    expect(file?.stream).toContain('/media/stream/')
  })

  test('expires links after some hours, or earlier with the subscription', async () => {
    const hours = async (caller: Caller, id: number) => {
      const [file] = await filesOf(caller, id)
      return (Date.parse(file?.expiresAt ?? '') - server.now().getTime()) / HOUR
    }
    expect(await hours(guest, GODFATHER)).toBeCloseTo(6, 1)
    const late = await server.createUser()
    await late.post('/api/user/join2', { code: await createCode(server) })
    const endsAt = new Date(server.now().getTime() + HOUR)
    await server.database.update(subscriptions).set({ endsAt }).where(eq(subscriptions.userId, late.id))
    expect(await hours(late, newFilm.id)).toBeCloseTo(1, 1)
    const { json } = await watch(late, newFilm.imdb, newFilm.id)
    expect(Date.parse(json.data.stream.keepUntil) - server.now().getTime()).toBeLessThan(3_700_000)
  })

  test('gives the player all voices, subtitles, qualities and download sizes', async () => {
    const { json, headers } = await watch(member, watchKey({ id: GODFATHER, imdb: 'tt0068646' }), GODFATHER)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const { stream, versions, title, episode } = json.data
    expect(title.id).toBe(GODFATHER)
    expect(episode).toBeNull()
    expect(versions.length).toBeGreaterThan(1)
    expect(stream.qualities.map(({ quality }: { quality: string }) => quality)).toEqual(['1080p', '720p', '480p'])
    expect(stream.subtitles.map(({ lang }: { lang: string }) => lang)).toEqual(['fa', 'en'])
    for (const { label } of [...stream.subtitles, ...stream.audios]) expect(label).toMatch(PERSIAN)
    expect(stream.durationSeconds).toBeGreaterThanOrEqual(180)
    const named = await watch(member, 'tt0068646', (await filesOf(member, GODFATHER)).at(-1)?.id ?? 0)
    expect(named.json.data).toMatchObject({ quality: expect.stringMatching(/^\d+p$/), fileId: expect.any(Number) })
  })

  test('gives the player the requested version, also in place of the named file', async () => {
    const ask = async (id: number, dub: string) =>
      (await member.get(`/api/watch/tt0068646/${id}?dub=${dub}`)).json.data as {
        language: string
        quality: string | null
      }
    expect((await ask(GODFATHER, '1')).language).toBe('dubbed')
    expect((await ask(GODFATHER, '0')).language).not.toBe('dubbed')
    const dubbed = (await filesOf(member, GODFATHER)).find((file) => file.language === 'dubbed')
    const other = await ask(dubbed?.id ?? 0, '0')
    expect(other.language).not.toBe('dubbed')
    expect(other.quality).toBe(dubbed?.quality)
    expect((await ask(dubbed?.id ?? 0, 'x')).language).toBe('dubbed')
  })

  test('resolves links of many files at once and reports unavailable ones', async () => {
    const [mine] = await filesOf(member, GODFATHER)
    const [locked] = await filesOf(member, newFilm.id)
    const ids = [mine?.id, locked?.id, 7, 9_007_199_254_740_991]
    const { json } = await member.get(`/api/user/files?ids=${ids.join()}`)
    expect(json.data.map(({ id }: { id: number }) => id)).toEqual(ids)
    expect(json.data[0]).toMatchObject({ refusal: null, stream: { version: expect.any(String) } })
    expect(json.data[1]).toMatchObject({ stream: null, refusal: { code: 'premium_required' } })
    for (const unknown of json.data.slice(2)) expect(unknown.refusal.code).toBe('not_found')
    for (const { refusal } of json.data.slice(1)) expect(refusal.message).toMatch(PERSIAN)
    const many = Array.from({ length: 51 }, (_, at) => at + 1).join()
    for (const bad of ['', '1,', 'a', '-1', '1;2', many, '1'.repeat(17)]) {
      const refused = await member.get(`/api/user/files?ids=${encodeURIComponent(bad)}`)
      expect(refused.status).toBe(422)
      expect(refused.json.message).toMatch(PERSIAN)
    }
  })

  test.each([
    ['a title with a foreign id', 'tt0068646', BREAKING_BAD],
    ['an episode of another title', 'tt0068646', 90374701001],
    ['a file of another title', 'tt0068646', 90374701001 * 16],
    ['an unknown file', 'tt0068646', 6864600000 * 16 + 15],
    ['an unknown title', 'tt9999999', 1],
  ])('%s: refuses playback with a reason and a link', async (_, imdb, id) => {
    const answer = await watch(member, imdb, id)
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ code: 'not_found', message: expect.stringMatching(PERSIAN) })
    if (imdb === 'tt0068646') expect(answer.json.existing.path).toBe('/titles/68646/the-godfather')
  })

  test('offers only a trailer for an upcoming title', async () => {
    const { json } = await guest.get('/api/titles/comingsoon')
    const [coming] = json.data
    expect(await filesOf(member, coming.id)).toEqual([])
    const refused = await watch(member, watchKey(coming), coming.id)
    expect(refused.status).toBe(404)
    expect(refused.json.existing.path).toBe(coming.path)
    const trailer = await guest.get(`/api/watch/trailer/${watchKey(coming)}`)
    expect(trailer.json.data.title.id).toBe(coming.id)
    for (const { src } of trailer.json.data.sources) {
      expect((await server.request(src, { method: 'HEAD' })).status).toBe(200)
    }
  })

  test('serves screenshots in every width to members', async () => {
    expect((await guest.get(`/api/titles/${GODFATHER}/screenshots`)).status).toBe(401)
    const { json } = await member.get(`/api/titles/${GODFATHER}/screenshots`)
    expect(json.data).toHaveLength((await guest.get(`/api/titles/${GODFATHER}`)).json.data.screenshots)
    const [first, second] = json.data.map(({ image }: { image: string }) =>
      image.replace('{width}', '320').replace('{format}', 'avif'),
    )
    const pictures = await Promise.all([first, second].map((path) => server.request(path)))
    expect(pictures.map(({ status }) => status)).toEqual([200, 200])
    expect(pictures[0]?.headers.get('ETag')).not.toBe(pictures[1]?.headers.get('ETag'))
    for (const path of [first.replace('_1-', '_99-'), first.replace('_1-', '-'), first.replace('stills', 'posters')]) {
      expect((await server.request(path)).status).toBe(404)
    }
  })
})
