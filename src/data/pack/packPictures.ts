import { type PictureShape, pictureAddress } from '#contract/pictures.ts'
import type { Title } from '#contract/titles.ts'
import { apiBase } from '#data/network/apiBase.ts'
import { fetchPicture } from '#data/network/fetchPicture.ts'
import { PACK_CACHE, PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import type { PackPictures } from './packSettings.ts'

/** The absolute addresses of a title's pictures that the worker can serve (sw/pictures.ts). */
export async function pictureAddresses(
  { poster, backdrop }: Pick<Title, 'poster' | 'backdrop'>,
  sizes: PackPictures,
): Promise<string[]> {
  const base = await apiBase()
  const shapes = { poster, backdrop } satisfies Partial<Record<PictureShape, string | null>>
  return Object.entries(shapes).flatMap(([shape, source]) => {
    if (!source) return []
    const width = sizes[shape as keyof typeof shapes]
    const address = new URL(pictureAddress(source, base, width, sizes.format), location.origin)
    return address.pathname.startsWith('/media/') ? [address.href] : []
  })
}

/**
 * Stores a picture, unless the pack has it. Returns its bytes; 0 for one that the server does not have. Throws
 * `Unreachable`, and what Cache Storage throws on a full device.
 */
export async function storePicture(address: string, signal: AbortSignal): Promise<number> {
  const cache = await caches.open(PACK_CACHE)
  const stored = await cache.match(address)
  if (stored) return (await stored.blob()).size
  const shown = await caches.match(address, { cacheName: PICTURE_CACHE })
  const answer = shown ?? (await fetchPicture(address, signal))
  if (!answer) return 0
  const bytes = await answer.arrayBuffer()
  await cache.put(address, new Response(bytes, { headers: answer.headers }))
  return bytes.byteLength
}
