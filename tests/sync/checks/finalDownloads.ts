import { type DownloadActions, storePage } from '#tests/sync/plan/downloadActions.ts'
import type { NetworkControl } from '#tests/sync/plan/networkControl.ts'
import type { DataLayer } from '#tests/sync/simulation/dataLayer.ts'
import type { Device } from '#tests/sync/simulation/device.ts'
import type { World } from '#tests/sync/simulation/world.ts'
import { bytesOf } from './downloadChecker.ts'
import type { DatabaseState, DownloadRow } from './trackedMutation.ts'

const DAY = 86_400_000
const SECOND = 1000
/** Passes at the end of a run until the rules have added all episodes: one that removes, one that adds, and retries. */
const FINAL_PASSES = 4

/** Lets the rules of each device settle at the end of a run and compares the downloads with what the rules ask for. */
export class FinalDownloads {
  constructor(
    readonly world: World,
    readonly downloads: DownloadActions,
    readonly network: NetworkControl,
  ) {}

  /** I14 at the end: on a fair network and without a limit, each rule has its episodes, and nothing watched is left. */
  async run(device: Device, signIn: () => Promise<void>, userId: number) {
    const { checker } = this.world
    const state = checker.stateOf(device, userId)
    const waits = ({ isAutomatic, state: progress }: DownloadRow) => isAutomatic === true || progress !== 'kept'
    if (state.rules.size === 0 && ![...state.downloads.values()].some(waits)) return
    await signIn()
    await this.downloads.checkQueue(device.ensureProcess('page'))
    await this.#pass(device)
    this.#checkLimit(device, state)
    if (state.rules.size === 0 && ![...state.downloads.values()].some(({ isAutomatic }) => isAutomatic)) return
    await this.#settle(device, async (dataLayer) => {
      for (const series of this.world.server.series) await storePage(dataLayer, series)
    })
    this.downloads.limit(device.ensureProcess('page'), undefined)
    await this.world.time.run()
    await this.#finalPasses(device, state)
    // Later than the grace of every watched download.
    const { clockOffset } = device
    this.#setClock(device, clockOffset + 3 * DAY)
    await this.#finalPasses(device, state)
    for (const { title, fileId, episodeId, isAutomatic, state: progress } of state.downloads.values())
      if (isAutomatic && progress !== 'leaving' && checker.downloads.isWatched(state, title.id, episodeId))
        checker.fail('I14', `finally the automatic download ${fileId} was watched long ago and is still there`)
    this.#setClock(device, clockOffset)
  }

  #setClock(device: Device, offset: number) {
    this.world.checker.clockChanged(device)
    device.clockOffset = offset
    this.world.checker.clockChanged(device)
  }

  /** No download is stopped by a limit that it fits. */
  #checkLimit(device: Device, { downloads }: DatabaseState) {
    const rows = [...downloads.values()]
    for (const row of rows) {
      if (row.state !== 'stopped' || row.why !== 'limit') continue
      const taken = rows.reduce((sum, other) => sum + (other === row ? row.size : bytesOf(other)), 0)
      if (taken <= (device.downloadLimit ?? Infinity))
        this.world.checker.fail('I14', `finally the limit stops ${row.fileId} on device ${device.index}, which fits it`)
    }
  }

  async #pass(device: Device) {
    const call = this.downloads.pass(device.ensureProcess('page'))
    for (let rounds = 0; rounds < 20 && !call.outcome; rounds++) {
      await this.network.answerAll()
      if (!call.outcome) await this.world.time.pass(SECOND)
    }
    return call
  }

  async #finalPasses(device: Device, state: DatabaseState) {
    const { checker } = this.world
    for (let passes = 0; passes < FINAL_PASSES; passes++) {
      const call = await this.#pass(device)
      if (call.outcome?.ok === false && passes === FINAL_PASSES - 1)
        checker.fail('I14', `finally a pass of the rules failed: ${call.outcome.failure}`)
    }
    for (const rule of state.rules.values()) {
      const present = [...state.downloads.values()].flatMap(({ title, episodeId, state: progress }) =>
        title.id === rule.titleId && progress !== 'leaving' ? [episodeId] : [],
      )
      const missing = checker.downloads.wantedBy(rule, state).filter((id) => !present.includes(id))
      if (missing.length > 0)
        checker.fail('I14', `finally device ${device.index} lacks the episodes ${missing.join()} of ${rule.titleId}`)
    }
  }

  async #settle(device: Device, work: (dataLayer: DataLayer) => Promise<void>) {
    const call = device.ensureProcess('page').start(work)
    await this.world.time.run()
    if (call.outcome?.ok === false) throw call.outcome.failure
  }
}
