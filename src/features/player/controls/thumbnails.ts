import { useEffect, useState } from 'react'
import { mediaBytes } from '#data/areas/player.ts'
import { apiAddress } from '#data/network/apiBase.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { readCues } from '#features/player/subtitles/cues.ts'
import { decodeText, SUBTITLE_BYTES } from '#features/player/subtitles/decodeText.ts'

/** A region of a sprite image that previews a range of seconds. */
export interface Thumbnail {
  url: string
  startTime: number
  endTime: number
  width: number
  height: number
  coords: { x: number; y: number }
}

const SPRITE_REGION = /^(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/

/**
 * Loads the scrubber's thumbnails. Returns an empty list while loading and after a failure, because they are optional.
 */
export function useThumbnails(address: string | null): Thumbnail[] {
  const [loaded, setLoaded] = useState<{ address: string; shots: Thumbnail[] }>()
  useEffect(() => {
    if (address === null) return
    const stop = new AbortController()
    mediaBytes(address, { maxBytes: SUBTITLE_BYTES, signal: stop.signal }).then(
      (bytes) =>
        stop.signal.aborted || setLoaded({ address, shots: readThumbnails(decodeText(bytes), apiAddress(address)) }),
      ignoring(...EXPECTED_ERRORS, 'Truncated', 'FileTooLarge'),
    )
    return () => stop.abort()
  }, [address])
  return loaded && loaded.address === address ? loaded.shots : NONE
}

const NONE: Thumbnail[] = []

/** Parses the thumbnail track. `base`: its URL, which the image URLs are relative to. */
export function readThumbnails(text: string, base: string): Thumbnail[] {
  return readCues(text).flatMap(({ start, end, text: part }) => {
    const [, name, ...numbers] = SPRITE_REGION.exec(part) ?? []
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    if (name === undefined || width === 0 || height === 0) return []
    return [{ url: new URL(name, base).href, startTime: start, endTime: end, width, height, coords: { x, y } }]
  })
}
