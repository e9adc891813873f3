import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { premiumApi } from '#contract/premium.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { watchKey } from '#contract/watch.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { setPosition, watchedState } from '#data/areas/history.ts'
import { markOf } from '#data/areas/watchedParts.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { cardFinder } from '#tests/harness/fixtures/cards.ts'
import { linkCalled, linksCalled } from '#tests/harness/fixtures/findLinks.ts'
import { oneTab } from '#tests/harness/fixtures/oneTab.ts'
import { createCode } from '#tests/harness/fixtures/premium.ts'
import { clockTime } from '#text/format.ts'
import { playerText } from '#text/player.ts'

// jsdom lacks media playback and modal dialogs. The tests cover the screen around the video, not the playback.
const media = HTMLMediaElement.prototype
media.load = () => undefined
media.play = async function play() {
  setMediaState(this, { paused: false }, 'play', 'playing')
}
media.pause = function pause() {
  setMediaState(this, { paused: true }, 'pause')
}
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  this.dispatchEvent(new Event('close'))
}

/** Sets properties of the media element and dispatches its events. */
function setMediaState(
  video: HTMLMediaElement,
  state: Partial<Record<keyof HTMLMediaElement, unknown>>,
  ...events: string[]
) {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(video, name, { configurable: true, writable: true, value })
  for (const name of events) video.dispatchEvent(new Event(name))
}

let device: TestDevice
let freeFilm: TitleCard
let paidFilm: TitleCard
let unseenFilm: TitleCard
let series: TitleCard
const open = oneTab()

beforeAll(async () => {
  device = await createDevice()
  const find = await cardFinder(device)
  freeFilm = find(({ type, year }) => type === 'movie' && year !== null && year < 2000)
  paidFilm = find(({ type, year }) => type === 'movie' && year !== null && year > 2016)
  unseenFilm = find(({ type, year }) => type === 'movie' && year !== null && year > 2000 && year < 2016)
  series = find(({ type, year }) => type === 'series' && year !== null && year < 2016)
})
afterEach(() => {
  device.goOnline()
})
afterAll(() => device.close())

const watch = (card: TitleCard, id = card.id) => `/watch/${watchKey(card)}/${id}`

/** Waits for the video element and reports it as playing. */
async function playing(duration = 3_000): Promise<HTMLVideoElement> {
  const video = await waitFor(() => {
    const found = document.querySelector('video')
    if (!found?.getAttribute('src')?.includes('master.m3u8')) throw new Error('no video source')
    return found
  })
  act(() =>
    setMediaState(video, { duration, readyState: 4, currentTime: 0, ended: false }, 'durationchange', 'loadedmetadata'),
  )
  await waitFor(() => expect(video.paused).toBe(false))
  return video
}
const seek = (video: HTMLVideoElement, currentTime: number) =>
  act(() => setMediaState(video, { currentTime }, 'timeupdate'))

test('explains what a locked film needs and plays it once the user has it', async () => {
  await open(watch(paidFilm))
  expect(await screen.findByRole('heading', { name: playerText.needsPremium })).toBeDefined()
  expect((await linkCalled(playerText.plans)).getAttribute('href')).toBe('/premium/plans')
  expect((await linkCalled(playerText.login)).getAttribute('href')).toContain(encodeURIComponent(watch(paidFilm)))
  expect(screen.queryByRole('button', { name: playerText.settings })).toBeNull()

  const member = await device.registerMember()
  const { router } = await open(watch(paidFilm))
  expect(await screen.findByText(playerText.needsPremiumNote)).toBeDefined()
  expect(linksCalled(playerText.login)).toEqual([])
  await act(() => router.navigate({ to: '/premium/plans' }))
  await member.post(premiumApi.join.path, { code: await createCode(device.server) })
  await act(() =>
    router.navigate({ to: '/watch/$imdb/$id', params: { imdb: watchKey(paidFilm), id: String(paidFilm.id) } }),
  )
  await playing()
  expect(screen.queryByRole('heading', { name: playerText.needsPremium })).toBeNull()

  // An operator may offer films to members only.
  const { json } = await device.server.createGuest().get(`/api${watch(freeFilm)}`)
  const answer = { data: { ...json.data, stream: null, needs: 'login' } }
  device.network = (path) => (path.startsWith('/api/watch/') ? Response.json(answer) : undefined)
  await open(watch(freeFilm))
  expect(await screen.findByRole('heading', { name: playerText.needsLogin })).toBeDefined()
  const back = encodeURIComponent(watch(freeFilm))
  expect((await linkCalled(playerText.login)).getAttribute('href')).toContain(back)
  expect((await linkCalled(playerText.register)).getAttribute('href')).toContain(back)
})

test('shows an error with a link for addresses without a film', async () => {
  const { json } = await device.server.createGuest().get(`/api/titles/${series.id}/files`)
  const fileOfSeries: number = json.data[0].id
  for (const path of [
    watch(freeFilm, series.id),
    // A file of another title.
    watch(freeFilm, fileOfSeries),
    '/watch/tt9999999/68646',
    '/watch/nonsense/68646',
    '/watch/trailer/tt9999999',
    `/watch/${watchKey(freeFilm)}/abc`,
  ]) {
    await open(path)
    const heading = await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(heading.isConnected && heading.textContent, path).toMatch(/[\u0600-\u06ff]{3}/))
    expect(document.querySelector('main a[href^="/"]'), path).not.toBeNull()
    expect(document.querySelector('video'), path).toBeNull()
  }
})

test('says offline that the film is not on this device and leads to what is', async () => {
  device.goOffline()
  await open(watch(unseenFilm))
  expect(await screen.findByRole('heading', { level: 1, name: playerText.offlineNotDownloaded })).toBeDefined()
  expect((await linkCalled(playerText.onDevice)).getAttribute('href')).toBe('/on-this-device')
  await open(`/watch/trailer/${watchKey(unseenFilm)}`)
  expect(await screen.findByRole('heading', { level: 1, name: playerText.offlineTrailer })).toBeDefined()
})

test('offers similar titles once a film has ended, until they are closed', async () => {
  await device.registerMember()
  const { user } = await open(watch(freeFilm))
  const video = await playing()
  expect(screen.queryByRole('region', { name: playerText.afterFilm })).toBeNull()
  act(() => setMediaState(video, { currentTime: 3_000, ended: true, paused: true }, 'timeupdate', 'pause', 'ended'))
  const offered = within(await screen.findByRole('region', { name: playerText.afterFilm }))
  const { json } = await device.server.createGuest().get(`/api/titles/${freeFilm.id}/similar`)
  expect(offered.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    json.data.slice(0, 4).map(({ path }: TitleCard) => path),
  )
  await user.click(offered.getByRole('button', { name: 'بستن' }))
  expect(screen.queryByRole('region', { name: playerText.afterFilm })).toBeNull()
})

test('resumes a series, saves the position, offers the next episode and shows episodes and keys in dialogs', async () => {
  const member = await device.registerMember()
  const { json } = await member.get(`/api/titles/${series.id}`)
  const [first, second] = json.data.seasons[0].episodes
  const mark = { titleId: series.id, card: series, fileId: null, episodeId: first.id, duration: 3_000 }
  await setPosition({ ...mark, position: 1_234, isLast: true })
  await drainOutbox()

  const { user, currentHref } = await open(watch(series, first.id))
  const video = await playing()
  const note = await screen.findByText(playerText.resumed(clockTime(1_234)))
  expect(video.currentTime).toBe(1_234)
  await user.click(within(note.closest('div') as HTMLElement).getByRole('button', { name: playerText.fromStart }))
  expect(video.currentTime).toBe(0)
  expect(screen.queryByText(playerText.resumed(clockTime(1_234)))).toBeNull()

  await user.click(screen.getByRole('button', { name: playerText.episodes }))
  const drawer = await screen.findByRole('dialog', { name: playerText.episodes })
  const current = await waitFor(() => {
    const found = drawer.querySelector('[aria-current="true"]')
    expect(found?.textContent).toContain(playerText.playing)
    return found
  })
  expect(await within(current as HTMLElement).findByText('۴۱٪ دیده شده')).toBeDefined()
  await user.click(within(drawer).getByRole('button', { name: 'بستن' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.keyDown(document.body, { code: 'Slash', shiftKey: true })
  const help = await screen.findByRole('dialog', { name: playerText.help })
  expect(within(help).getAllByRole('term')).toHaveLength(playerText.keys.length)
  await user.click(within(help).getByRole('button', { name: 'بستن' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  seek(video, 2_980)
  expect(screen.queryByRole('region', { name: playerText.nextEpisode })).toBeNull()
  seek(video, 2_988)
  expect(await screen.findByText(playerText.nextIn(12))).toBeDefined()
  act(() => setMediaState(video, { currentTime: 3_000, ended: true, paused: true }, 'timeupdate', 'pause', 'ended'))
  const { json: next } = await member.get(`/api${watch(series, second.id)}`)
  await waitFor(() => expect(currentHref()).toBe(watch(series, next.data.fileId)))
  await waitFor(async () => expect(markOf(await watchedState(series.id), first.id)?.position).toBe(3_000))
})
