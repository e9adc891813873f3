import { afterEach, beforeEach, expect, test } from 'vitest'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { collections } from '#data/areas/collections.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { titleFiles } from '#data/areas/files.ts'
import { genres, genreTiles } from '#data/areas/genres.ts'
import {
  historyPull,
  removeFromHistory,
  setHidden,
  setPosition,
  setWatched,
  watchedState,
} from '#data/areas/history.ts'
import { refreshedStream, trailer, watchInfo } from '#data/areas/player.ts'
import { pastOrders, plans } from '#data/areas/premium.ts'
import { likesPull } from '#data/areas/reactions.ts'
import { titleScreenshots } from '#data/areas/screenshots.ts'
import { shareDestination } from '#data/areas/shareTarget.ts'
import { syncState } from '#data/areas/syncState.ts'
import { title } from '#data/areas/titles.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { Refused } from '#data/network/failures.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { isOptional } from '#tests/harness/openapi.ts'

const FILM = 68646
const IMDB = 'tt0068646'
const SERIES_WITH_EPISODES = { type: 'series', order_by: 'votes' }

let device: TestDevice
/** Files that the answer to `titles/{id}` contains, by title. */
let filesInTitle: Map<number, File[]>
beforeEach(async () => {
  device = await createDevice()
  filesInTitle = new Map()
})
afterEach(() => device.close())

/** From now on the server knows the calls of the specification only. */
function leaveRequiredCalls() {
  device.network = (path, init) =>
    isOptional(init.method ?? 'GET', path)
      ? Response.json({ message: 'The route could not be found.' }, { status: 404 })
      : undefined
}

/** The same with the files of these titles in the answers to `titles/{id}`. */
async function leaveRequiredCallsWithFiles(...ids: number[]) {
  const answers = new Map<string, object>()
  for (const id of ids) {
    const guest = device.server.createGuest()
    const [{ json: shown }, { json: files }] = [
      await guest.get(`/api/titles/${id}`),
      await guest.get(`/api/titles/${id}/files`),
    ]
    filesInTitle.set(id, files.data)
    answers.set(`/api/titles/${id}`, { data: { ...shown.data, files: files.data } })
  }
  device.network = (path, init) => {
    const answer = answers.get(path.split('?')[0] ?? '')
    if (answer) return Response.json(answer)
    return isOptional(init.method ?? 'GET', path) ? Response.json({ message: '' }, { status: 404 }) : undefined
  }
}

const watch = (card: TitleCard, position: number) =>
  setPosition({ titleId: card.id, card, fileId: null, episodeId: null, position, duration: 6000, isLast: true })

const asGuest = async (path: string) => (await device.server.createGuest().get(path)).json.data

test('genres are those of the best-known titles when the server does not list them', async () => {
  const listed = await asGuest('/api/genres')
  leaveRequiredCalls()
  const found = await genres().fetch({})
  expect(found.length).toBeGreaterThan(10)
  for (const { id, titleFa } of found) expect(listed).toContainEqual(expect.objectContaining({ id, titleFa }))
  const tiles = await genreTiles().fetch({})
  expect(tiles.map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  const posters = tiles.flatMap(({ covers }) => covers.map(({ poster }) => poster))
  expect(posters.length).toBeGreaterThan(tiles.length)
  expect(new Set(posters).size).toBe(posters.length)
})

test('genre tiles keep their names and counts when only the covers are missing', async () => {
  const listed = await asGuest('/api/genres')
  device.network = (path) =>
    path.startsWith('/api/genres/tiles') ? Response.json({ message: '' }, { status: 405 }) : undefined
  const tiles = await genreTiles().fetch({})
  expect(tiles.map(({ covers, ...genre }) => genre)).toEqual(listed)
  expect(tiles[0]?.covers).toHaveLength(3)
})

test('collections are those of the best-known titles when the server does not list them', async () => {
  const listed = await asGuest('/api/collections')
  leaveRequiredCalls()
  const found = await collections().fetch({})
  expect(found.length).toBeGreaterThan(1)
  for (const card of found) expect(listed).toContainEqual(card)
})

test('plans, orders and screenshots are empty without their calls', async () => {
  leaveRequiredCalls()
  expect(await plans().fetch({})).toEqual([])
  expect(await pastOrders(1).fetch({})).toEqual([])
  expect(await titleScreenshots(FILM).fetch({})).toEqual([])
})

test('the files of a title are those in the title itself, and none without them', async () => {
  await leaveRequiredCallsWithFiles(FILM)
  expect(await titleFiles(FILM, undefined).fetch({})).toEqual(filesInTitle.get(FILM))
  leaveRequiredCalls()
  expect(await titleFiles(FILM, undefined).fetch({})).toEqual([])
  await expect(titleFiles(1, undefined).fetch({})).rejects.toBeInstanceOf(Refused)
})

test('a title is stored without the links to its files', async () => {
  await leaveRequiredCallsWithFiles(FILM)
  const shown = await title(FILM).fetch({})
  expect(shown.titleEn).toBe('The Godfather')
  expect(shown).not.toHaveProperty('files')
})

test('a film plays from the files in its title, as the watch call would say', async () => {
  const answered = await asGuest(`/api/watch/${IMDB}/${FILM}`)
  await leaveRequiredCallsWithFiles(FILM)
  const { stream, versions, ...watch } = await watchInfo(IMDB, FILM, undefined).fetch({})
  const { stream: answeredStream, versions: answeredVersions, ...same } = answered
  expect(watch).toEqual({ ...same, title: expect.objectContaining({ id: FILM }) })
  expect(versions.map(({ language }) => language).toSorted()).toEqual(
    answeredVersions.map(({ language }: { language: string }) => language).toSorted(),
  )
  const file = filesInTitle.get(FILM)?.find(({ id }) => id === watch.fileId)
  expect(stream).toMatchObject({ master: file?.stream, subtitles: file?.subtitles })
  expect(answeredStream.durationSeconds).toBe(stream?.durationSeconds)
  expect((await refreshedStream(IMDB, watch.fileId))?.master).toBe(file?.stream)
  const original = await watchInfo(IMDB, FILM, undefined, 0).fetch({})
  expect(original.language).not.toBe('dubbed')
  const named = filesInTitle.get(FILM)?.find(({ quality }) => quality === '480p')
  const { quality, fileId } = await watchInfo(IMDB, named?.id ?? 0, undefined).fetch({})
  expect({ quality, fileId }).toEqual({ quality: '480p', fileId: named?.id })
})

test('an episode plays from the files in its title, with its neighbours', async () => {
  const cards: TitleCard[] = await asGuest(`/api/titles/search?${new URLSearchParams(SERIES_WITH_EPISODES)}`)
  const series = cards.find(({ isPremium }) => isPremium !== true) ?? cards[0]
  const shown: Title = await asGuest(`/api/titles/${series?.id}`)
  const [first, second] = shown.seasons.flatMap(({ episodes }) => episodes)
  const answered = await asGuest(`/api/watch/${series?.imdb}/${second?.id}`)
  await leaveRequiredCallsWithFiles(shown.id)
  // The episode's id leads to no title: the screen of the title has cached its card.
  await title(shown.id).store(await title(shown.id).fetch({}))
  const watch = await watchInfo(series?.imdb ?? '', second?.id ?? 0, undefined).fetch({})
  expect(watch.episode).toEqual(answered.episode)
  expect(watch.previous?.id).toBe(first?.id)
  expect(watch.next).toEqual(answered.next)
  expect(watch.needs).toBe(answered.needs)
})

test('a film without files is refused as the server refused it', async () => {
  leaveRequiredCalls()
  await expect(watchInfo(IMDB, FILM, undefined).fetch({})).rejects.toMatchObject({ status: 404 })
  await expect(watchInfo('tt9999999', 1, undefined).fetch({})).rejects.toMatchObject({ status: 404 })
})

test('an address without a film is refused by a server with the calls, although the device knows the title', async () => {
  await title(FILM).store(await title(FILM).fetch({}))
  await expect(watchInfo(IMDB, 1, undefined).fetch({})).rejects.toMatchObject({ status: 404 })
  expect(device.sent.filter((line) => line.includes('/api/titles/search'))).toEqual([])
})

test('a trailer plays from the title itself', async () => {
  const answered = await asGuest(`/api/watch/trailer/${IMDB}`)
  leaveRequiredCalls()
  // The screen of the title links to the trailer and has cached the title's card.
  await title(FILM).store(await title(FILM).fetch({}))
  const { sources, title: card, backdrop } = await trailer(IMDB).fetch({})
  expect(sources).toEqual(answered.sources)
  expect({ id: card.id, backdrop }).toEqual({ id: FILM, backdrop: answered.backdrop })
})

test('a trailer plays on a device that has not seen its title', async () => {
  leaveRequiredCalls()
  const { title: card } = await trailer(IMDB).fetch({})
  expect(card.id).toBe(FILM)
})

test('a shared link opens the title that a search finds', async () => {
  leaveRequiredCalls()
  const shared = { title: 'The Godfather (1972) - IMDb', text: '', url: `https://www.imdb.com/title/${IMDB}/` }
  expect(await shareDestination(shared)).toEqual({ kind: 'title', id: FILM })
})

test('playing positions, marks and hidden titles stay on the device when the server does not store them', async () => {
  await device.registerMember()
  const card = await popularCard(device.server)
  const refresh = async () => historyPull.refresh(await personalDatabase(), {})
  await refresh()
  leaveRequiredCalls()
  await watch(card, 100)
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  await (await personalDatabase()).meta.delete('cursor:history')
  await refresh()
  expect(await watchedState(card.id)).toMatchObject({ position: 100, hidden: false, pending: false })

  await watch(card, 200)
  await setHidden({ titleId: card.id, name: card.titleFa, hidden: true })
  await drainOutbox()
  await refresh()
  expect(await watchedState(card.id)).toMatchObject({ position: 200, hidden: true, pending: false })
  await setHidden({ titleId: card.id, name: card.titleFa, hidden: false })
  await drainOutbox()
  expect(await watchedState(card.id)).toMatchObject({ position: 200, hidden: false, pending: false })

  await setWatched({ titleId: card.id, card, flags: [{ episodeId: null, watched: true }] })
  await drainOutbox()
  await refresh()
  const marked = { position: 200, pending: false, flags: [{ episodeId: null, watched: true }] }
  expect(await watchedState(card.id)).toMatchObject(marked)

  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  await drainOutbox()
  await refresh()
  expect(await watchedState(card.id)).toBeUndefined()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test('asks a server without the call for the likes once in a session', async () => {
  await device.registerMember()
  leaveRequiredCalls()
  const lastRuns: (number | undefined)[] = []
  for (const _ of [1, 2]) {
    const database = await personalDatabase()
    await likesPull.refresh(database, {})
    lastRuns.push(await likesPull.lastRun(database))
  }
  expect(device.sent.filter((request) => request.startsWith('GET /api/user/likes'))).toHaveLength(1)
  expect(lastRuns).toEqual([expect.any(Number), expect.any(Number)])

  await device.registerMember()
  device.network = 'up'
  await likesPull.refresh(await personalDatabase(), {})
  expect(await likesPull.hasRun(await personalDatabase())).toBe(true)
})

test('a position that only the device has gives way to a newer one from the server', async () => {
  const member = await device.registerMember()
  const card = await popularCard(device.server)
  leaveRequiredCalls()
  await watch(card, 100)
  await drainOutbox()
  device.network = () => undefined
  await member.post(`/api/user/history/${card.id}`, { position: 300, duration: 6000 })
  await historyPull.refresh(await personalDatabase(), {})
  expect(await watchedState(card.id)).toMatchObject({ position: 300 })
  await watch(card, 400)
  await drainOutbox()
  expect((await member.get('/api/user/history')).json.data).toMatchObject([{ titleId: card.id, position: 400 }])
})

test('a title removed from the history stays removed when the server does not remove it, until it is watched again', async () => {
  const member = await device.registerMember()
  const card = await popularCard(device.server)
  const database = await personalDatabase()
  const position = { position: 300, duration: 6000 }
  await member.post(`/api/user/history/${card.id}`, position)
  await historyPull.refresh(database, {})
  leaveRequiredCalls()
  await removeFromHistory({ titleId: card.id, name: card.titleFa })
  await drainOutbox()
  // The whole list, as from a server without deltas.
  await database.meta.delete('cursor:history')
  await historyPull.refresh(database, {})
  expect(await watchedState(card.id)).toBeUndefined()
  await watch(card, position.position)
  await drainOutbox()
  await historyPull.refresh(database, {})
  expect(await watchedState(card.id)).toMatchObject({ ...position, pending: false })
})

test('a position in a title that the server has removed fails with the server’s sentence', async () => {
  await device.registerMember()
  const card = { ...(await popularCard(device.server)), id: 999_999_999 }
  await watch(card, 9)
  await drainOutbox()
  expect((await syncState())?.failed).toHaveLength(1)
})
