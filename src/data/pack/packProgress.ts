import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { canDetectWifi } from '#data/downloads/conditions.ts'
import { listedTitles } from './listedTitles.ts'
import { isPackPaused, type PackNetworks, packHindrance, packNetworks } from './packSettings.ts'

/** The offline pack as shown to the user. */
export interface PackProgress {
  /** titles on the user's lists */
  total: number
  /** those that open offline, with pictures unless the data saver is on */
  ready: number
  /** the same of the titles on the watchlist alone */
  saved: { total: number; ready: number }
  /** estimated size, in bytes */
  bytes: number
  isPaused: boolean
  networks: PackNetworks
  /** The browser reports whether it is on Wi-Fi. */
  canDetectWifi: boolean
  /** The reason for a stop; undefined while the pack may be fetched. */
  hindrance: 'paused' | 'never' | 'no wifi' | 'full' | undefined
  /** The data saver leaves out the pictures. */
  isWithoutPictures: boolean
}

/** Rows that the size estimate samples. */
const SAMPLE_ROWS = 60

/** Returns the state of the pack; undefined for guests. */
export async function packProgress(): Promise<PackProgress | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  const { packStates, meta } = await device()
  const isWithoutPictures = await isDataSaverOn()
  const [listed, readyIds, stored, sample, problem] = await Promise.all([
    listedTitles(database),
    packStates
      .where('ready')
      .aboveOrEqual(isWithoutPictures ? 1 : 2)
      .primaryKeys(),
    packStates.where('ready').aboveOrEqual(1).count(),
    packStates.limit(SAMPLE_ROWS).toArray(),
    meta.get('packProblem'),
  ])
  const isReady = new Set(readyIds)
  const countReady = (ids: number[]) => ids.filter((id) => isReady.has(id)).length
  const sampled = sample.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    total: listed.all.length,
    ready: countReady(listed.all),
    saved: { total: listed.saved.length, ready: countReady(listed.saved) },
    bytes: sample.length === 0 ? 0 : Math.round((sampled / sample.length) * stored),
    isPaused: await isPackPaused(),
    networks: await packNetworks(),
    canDetectWifi: canDetectWifi(),
    hindrance: (await packHindrance()) ?? (problem?.value === 'full' ? 'full' : undefined),
    isWithoutPictures,
  }
}
