import { bytesOf, type DownloadCall } from '#tests/sync/checks/downloadChecker.ts'
import type { DatabaseState, DownloadRow } from '#tests/sync/checks/trackedMutation.ts'
import type { DataLayer } from '#tests/sync/simulation/dataLayer.ts'
import type { Device, PendingCall, Process } from '#tests/sync/simulation/device.ts'
import { FILM_FILE, fileIdOf, type Series, sizeOfFile } from '#tests/sync/simulation/series.ts'
import type { World } from '#tests/sync/simulation/world.ts'
import type { DownloadStep, UserStep, WaysToWatch } from './downloadSteps.ts'
import { MUTATION_KINDS, type MutationKind } from './mutationKinds.ts'
import type { NetworkControl } from './networkControl.ts'
import type { Fate } from './plan.ts'
import type { UserActions } from './userActions.ts'

const DAY = 86_400_000
/** Tasks that no step reaches. */
const EVERYTHING = 9999
const ONE_PASS = { do: 'apply rules', isInBoth: false, meets: 'ok', boundary: null } as const
const kindNamed = (name: string): MutationKind => {
  const kind = MUTATION_KINDS.find(({ names }) => names.includes(name))
  if (!kind) throw new Error(`no kind ${name}`)
  return kind
}
/** Positions in the episodes of a series. The value is `finish` or `begin` plus the index of the episode. */
const POSITIONS = { finish: 4900, begin: 1000 }
const DURATION = 5000

/** Performs what users do with downloads and rules, and runs passes of the rules. */
export class DownloadActions {
  constructor(
    readonly world: World,
    readonly actions: UserActions,
    readonly network: NetworkControl,
  ) {}

  async step(step: DownloadStep) {
    const { world } = this
    if (step.do === 'wait') return this.#wait(step.days)
    const device = await this.actions.device(step.device)
    const process = device.ensureProcess(step.in)
    if (step.do === 'complete downloads') return this.#complete(process)
    if (step.do === 'watched download') return this.#watchDownload(process, step)
    if (step.do === 'raise limit') return this.#raiseLimit(process, step)
    if (step.do === 'apply rules') return this.#applyRules(device, step)
    if (step.do === 'meanwhile') {
      const before = world.requestsSent
      this.pass(process)
      await world.time.run()
      await this.#act(device, { ...step.user, device: step.device })
      return this.#answerFiles(before, 'ok')
    }
    return this.#act(device, step)
  }

  async #act(device: Device, step: UserStep) {
    const { world } = this
    const process = device.ensureProcess(step.in)
    if (step.do === 'set rule') {
      const series = this.#series(step.series)
      const { card: title } = series
      this.#call(process, { does: 'set rule', titleId: title.id, fileIds: [] }, async (dataLayer) => {
        await storePage(dataLayer, series)
        await dataLayer.setSeriesRule({ title, count: step.count, quality: step.quality, dub: undefined })
      })
    } else if (step.do === 'end rule') {
      const { id } = this.#series(step.series).card
      this.#call(
        process,
        { does: 'end rule', titleId: id, fileIds: [] },
        async (dataLayer) => void (await dataLayer.endSeriesRule(id)),
      )
    } else if (step.do === 'delete download') {
      const fileId = this.#nth(device, step.nth)?.fileId
      if (fileId === undefined) return
      this.#call(process, { does: 'delete', fileIds: [fileId] }, (dataLayer) => dataLayer.deleteDownload(fileId))
    } else if (step.do === 'add download') {
      const target = this.#target(step)
      this.#call(process, { does: 'add one', fileIds: [target.fileId] }, (dataLayer) => dataLayer.addDownload(target))
    } else if (step.do === 'add season') {
      const targets = targetsOf(this.#series(step.series), step.version)
      const fileIds = targets.map((target) => target.fileId)
      this.#call(process, { does: 'add', fileIds }, (dataLayer) => dataLayer.addEpisodes(targets))
    } else if (step.do === 'move download') {
      const [from, to] = [this.#nth(device, step.from)?.fileId, this.#nth(device, step.to)?.fileId]
      if (from === undefined || to === undefined) return
      this.#call(process, { does: 'move', fileIds: [from, to] }, (dataLayer) => dataLayer.moveDownload(from, to))
    } else if (step.do === 'clear downloads') {
      this.#call(process, { does: 'clear', fileIds: [] }, (dataLayer) => dataLayer.clearDownloads())
    } else if (step.do === 'limit downloads') {
      this.limit(process, step.bytes === 0 ? undefined : step.bytes)
    } else {
      this.#watch(process, step.episode, step.how)
    }
    await world.time.run(step.after)
    if (step.after > 999) await this.checkQueue(process)
  }

  /** I14: the data layer shows the queue in the order that follows from the device's committed state. */
  async checkQueue(process: Process) {
    const { device } = process
    const { checker, time } = this.world
    if (!process.isAlive || !device.session) return
    const { id } = device.session.user
    const reading = process.start(async (dataLayer) => {
      const rows = await (await dataLayer.personalDatabase()).keptVideos.toArray()
      return dataLayer.inQueueOrder(rows.filter(dataLayer.isQueued)).map(({ run }) => run)
    })
    await time.run()
    if (reading.outcome?.ok === true && process.isAlive)
      checker.downloads.queueRead(checker.stateOf(device, id), reading.outcome.value)
  }

  #target({
    nth,
    version,
    quality,
  }: Pick<Extract<DownloadStep, { do: 'add download' }>, 'nth' | 'version' | 'quality'>) {
    const targets = targetsOf(this.#series(1), version)
    const film = { fileId: FILM_FILE, title: this.actions.card(0), season: null, episode: null, episodeId: null }
    return { ...film, ...targets[nth % (targets.length + 1)], quality }
  }

  #series(index: number): Series {
    const series = this.world.server.series[index]
    if (!series) throw new Error('no such series')
    return series
  }

  #stateOf(device: Device): DatabaseState | undefined {
    const { session } = device
    return session && this.world.checker.stateOf(device, session.user.id)
  }

  /** A download that the signed-in user sees. */
  #nth(device: Device, nth: number): DownloadRow | undefined {
    const rows = [...(this.#stateOf(device)?.downloads.values() ?? [])].filter(({ state }) => state !== 'leaving')
    return rows[nth % Math.max(1, rows.length)]
  }

  #call(
    process: Process,
    call: Pick<DownloadCall, 'does' | 'titleId' | 'fileIds'>,
    work: (dataLayer: DataLayer) => Promise<void>,
  ) {
    const pending = process.start(work)
    const { device } = process
    this.world.checker.downloads.callStarted({ ...call, device, outcome: outcomeOf(pending, process), isUsed: false })
  }

  /** Sets the limit; undefined: none. */
  limit(process: Process, bytes: number | undefined) {
    const { checker } = this.world
    checker.downloads.limitChanged(process.device, bytes)
    return process.start(async (dataLayer) => {
      await dataLayer.setDownloadLimit(bytes)
      checker.downloads.limitChanged(process.device, bytes)
    })
  }

  /** Marks all downloads that fit the limit as complete, and stops the others, as the last transactions of their fetcher do. */
  async #complete(process: Process) {
    process.start(async (dataLayer) => {
      const [database, limit] = [await dataLayer.personalDatabase(), await dataLayer.downloadLimit()]
      await database.transaction('rw', database.keptVideos, async () => {
        const rows = await database.keptVideos.where('state').equals('wanted').toArray()
        for (const row of rows) {
          const size = sizeOfFile(row.fileId)
          const others = (await database.keptVideos.toArray()).filter(({ fileId }) => fileId !== row.fileId)
          const fits = limit === undefined || others.reduce((sum, other) => sum + bytesOf(other), size) <= limit
          await database.keptVideos.put({
            ...{ ...row, size },
            ...(fits ? { state: 'kept', bytes: size } : { state: 'stopped', why: 'limit' }),
          })
        }
      })
    })
    await this.world.time.run()
  }

  async #raiseLimit(process: Process, step: Extract<DownloadStep, { do: 'raise limit' }>) {
    const on = { device: step.device, in: step.in, after: EVERYTHING }
    await this.#act(process.device, { ...on, do: 'limit downloads', bytes: 1 })
    await this.#act(process.device, { ...on, do: 'add download', nth: step.nth, version: 0, quality: 1080 })
    await this.#complete(process)
    process.killAfter(step.boundary)
    await this.#act(process.device, { ...on, do: 'limit downloads', bytes: step.bytes, after: step.after })
  }

  async #watchDownload(process: Process, step: Extract<DownloadStep, { do: 'watched download' }>) {
    const { device } = process
    const { card, episodes } = this.#series(1)
    const on = { device: step.device, in: step.in, after: EVERYTHING }
    const automatic = () =>
      [...(this.#stateOf(device)?.downloads.values() ?? [])].filter(
        ({ title, state, isAutomatic }) => title.id === card.id && state !== 'leaving' && isAutomatic,
      )
    if (automatic().length === 0) {
      await this.#act(device, { ...on, do: 'set rule', series: 1, count: 2, quality: 1080 })
      await this.#applyRules(device, { ...on, ...ONE_PASS })
    }
    await this.#complete(process)
    const row = automatic()[step.nth % Math.max(1, automatic().length)]
    if (!row) return
    const episode = episodes.findIndex(({ id }) => id === row.episodeId)
    await this.#act(device, { ...on, do: 'watch episode', episode, how: step.nth % 2 === 0 ? 'finish' : 'mark' })
    await this.#applyRules(device, { ...on, ...ONE_PASS })
    await this.#wait(step.days)
    if (step.isUnwatched) await this.#act(device, { ...on, do: 'watch episode', episode, how: 'unmark' })
    await this.#applyRules(device, { ...on, ...ONE_PASS })
  }

  /** The clocks of all devices and the server advance without running the timers of the time between. */
  async #wait(days: number) {
    const { time, devices, checker } = this.world
    for (const device of devices) checker.clockChanged(device)
    time.now += days * DAY
    for (const device of devices) checker.clockChanged(device)
    await time.run()
  }

  #watch(process: Process, index: number, how: WaysToWatch) {
    const { card, episodes } = this.#series(1)
    const at = index % episodes.length
    const episodeId = episodes[at]?.id ?? 0
    if (how === 'remove') return this.actions.mutate(process, kindNamed('history.remove'), card, 'off')
    if (how === 'finish' || how === 'begin') {
      const position = POSITIONS[how] + at
      const mark = { titleId: card.id, card, fileId: null, episodeId, earlier: [], position, duration: DURATION }
      const kind = {
        ...kindNamed('history.setPosition'),
        mutate: (dataLayer: DataLayer) => dataLayer.setPosition({ ...mark, isLast: true }),
      }
      return this.actions.mutate(process, kind, card, String(position))
    }
    const watched = how === 'mark' ? true : how === 'unmark' ? false : null
    const kind = {
      ...kindNamed('history.setWatched'),
      mutate: (dataLayer: DataLayer) =>
        dataLayer.setWatched({ titleId: card.id, card, flags: [{ episodeId, watched }] }),
    }
    this.actions.mutate(process, kind, card, watched ? 'watched' : 'unmarked')
  }

  async #applyRules(device: Device, step: Extract<DownloadStep, { do: 'apply rules' }>) {
    const { world } = this
    const before = world.requestsSent
    for (const kind of step.isInBoth ? (['page', 'tab'] as const) : [step.in]) {
      const process = device.ensureProcess(kind)
      if (step.boundary !== null) process.killAfter(step.boundary)
      this.pass(process)
    }
    await world.time.run(step.after)
    if (step.meets !== null) await this.#answerFiles(before, step.meets, step.after)
  }

  /** Decides the fate of the files calls sent after `before` requests. */
  async #answerFiles(before: number, meets: Fate, after = EVERYTHING) {
    const { world } = this
    const isFilesCall = ({ id, path }: { id: number; path: string }) => id >= before && path.endsWith('/files')
    // Each rule has a call of its own.
    for (let calls = 0; calls < 4; calls++) {
      const request = world.inFlight.find(isFilesCall)
      if (!request) break
      await this.network.resolve(request, meets)
      await world.time.run(after)
    }
  }

  /** A pass of the rules in one process, and the deletions that it left to the next start. */
  pass(process: Process): PendingCall<void> {
    const { device } = process
    const { checker } = this.world
    const call: PendingCall<void> = process.start(async (dataLayer) => {
      const database = await dataLayer.personalDatabaseIfSignedIn()
      if (!database) return
      pass.userId = database.userId
      await dataLayer.retryWithinLimit(database)
      await dataLayer.applySeriesRules(database, new AbortController().signal)
      for (const row of await database.keptVideos.where('state').equals('leaving').toArray())
        await dataLayer.removeDownload(database, row)
    })
    const pass = checker.downloads.passStarted(device, outcomeOf(call, process))
    return call
  }
}

function outcomeOf(call: PendingCall<unknown>, process: Process): () => 'done' | 'lost' | undefined {
  return () => {
    if (call.outcome) return call.outcome.ok ? 'done' : 'lost'
    return process.isAlive ? undefined : 'lost'
  }
}

/** Stores the page of a series, as opening the page does. */
export async function storePage(dataLayer: DataLayer, { card, page }: Series) {
  const { titles } = await dataLayer.device()
  await titles.put({ key: String(card.id), id: card.id, title: page, at: dataLayer.clock.now() })
}

function targetsOf({ card, episodes }: Series, version: number) {
  return episodes
    .filter(({ hasFilm }) => hasFilm)
    .map(({ id, season, number }) => ({
      ...{ fileId: fileIdOf(id, version), title: card, season, episode: number, episodeId: id, quality: 1080 },
    }))
}
