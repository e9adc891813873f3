import * as v from 'valibot'
import { PICTURES, type PictureFormat } from '#contract/pictures.ts'
import { isDataSaverOn } from '#data/database/dataSaver.ts'
import { device } from '#data/database/device.ts'
import { liveQuery } from '#data/database/liveQuery.ts'
import { isOnWifi } from '#data/downloads/conditions.ts'

/** Networks on which the pack is fetched. `wifi` needs a browser that reports the connection type. */
export const PACK_NETWORKS = ['always', 'wifi', 'never'] as const
export type PackNetworks = (typeof PACK_NETWORKS)[number]

const Networks = v.fallback(v.picklist(PACK_NETWORKS), 'always')
const Pictures = v.object({ poster: v.number(), backdrop: v.number(), format: v.picklist(['avif', 'webp']) })

/** The widths in px and the format of pictures on this device. */
export type PackPictures = v.InferOutput<typeof Pictures>

/** Sizes of a phone, until a page has reported those of this device. */
const PHONE: PackPictures = { poster: 342, backdrop: 480, format: 'avif' }
/** A backdrop is dimmed behind text; wider ones would double the size of the pack. */
const MAX_BACKDROP = 780
/** Share of the screen's width that a card takes, and its width on a desk in CSS px (src/parts/cards/TitleCard.tsx). */
const CARD = { share: 0.3, desk: 168 }
const DESK_WIDTH = 1280
/** Share of the screen's pixels that a poster needs: twice as many bytes for the last few pixels are not worth it. */
const SHARP_ENOUGH = 0.85

export async function packNetworks(): Promise<PackNetworks> {
  return v.parse(Networks, (await (await device()).meta.get('packNetworks'))?.value)
}

export async function setPackNetworks(networks: PackNetworks): Promise<void> {
  await (await device()).meta.put({ key: 'packNetworks', value: networks })
}

export async function isPackPaused(): Promise<boolean> {
  return (await (await device()).meta.get('packIsPaused'))?.value === true
}

export async function setPackPaused(isPaused: boolean): Promise<void> {
  const { meta } = await device()
  if (isPaused) await meta.put({ key: 'packIsPaused', value: true })
  else await meta.delete('packIsPaused')
}

/** Why the pack is not fetched now; undefined: it may be fetched. */
export async function packHindrance(): Promise<'paused' | 'never' | 'no wifi' | undefined> {
  if (await isPackPaused()) return 'paused'
  const networks = await packNetworks()
  if (networks === 'never') return 'never'
  return networks === 'wifi' && isOnWifi() === false ? 'no wifi' : undefined
}

/** The widths to fetch on a screen of this width, in CSS px. */
export function picturesForScreen(width: number, density: number, format: PictureFormat): PackPictures {
  const card = width >= DESK_WIDTH ? CARD.desk : width * CARD.share
  return {
    poster: widthFor('poster', card * density * SHARP_ENOUGH),
    backdrop: Math.min(widthFor('backdrop', width), MAX_BACKDROP),
    format,
  }
}

/** The narrowest offered width of at least `needed` px. */
function widthFor(shape: 'poster' | 'backdrop', needed: number): number {
  const { widths } = PICTURES[shape]
  return widths.find((width) => width >= needed) ?? Math.max(...widths)
}

/** Stores what to fetch from now on. Wider pictures of the same format stay, so that nothing is fetched again. */
export async function storePackPictures(wanted: PackPictures): Promise<void> {
  const { meta } = await device()
  const stored = await readPictures()
  const pictures =
    stored?.format === wanted.format
      ? {
          ...wanted,
          poster: Math.max(stored.poster, wanted.poster),
          backdrop: Math.max(stored.backdrop, wanted.backdrop),
        }
      : wanted
  if (JSON.stringify(stored) !== JSON.stringify(pictures)) await meta.put({ key: 'packWidths', value: pictures })
}

export async function packPictures(): Promise<PackPictures> {
  return (await readPictures()) ?? PHONE
}

async function readPictures(): Promise<PackPictures | undefined> {
  const read = v.safeParse(Pictures, (await (await device()).meta.get('packWidths'))?.value)
  return read.success ? read.output : undefined
}

/** Calls back after each change of the settings, in any tab. */
export function watchPackSettings(changed: () => void): void {
  let before: string | undefined
  liveQuery(async () => JSON.stringify([await packNetworks(), await isPackPaused(), await isDataSaverOn()])).subscribe(
    (now) => {
      if (before !== undefined && before !== now) changed()
      before = now
    },
  )
}
