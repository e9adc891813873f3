import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thumbnailsPlaylist } from '#server/stream/playlists.ts'
import { runFfmpeg } from './runTool.ts'

/** A sprite with more pictures is too large for a phone to decode. */
const MAX = 200
/** Seconds between two pictures, at least. */
const EVERY_MIN = 4

/** Writes a film's thumbnails as one picture, and the WebVTT file that names its regions. */
export async function writeThumbnails(path: string, folder: string, seconds: number): Promise<void> {
  const every = Math.max(EVERY_MIN, Math.ceil(seconds / MAX))
  const count = Math.max(1, Math.floor(seconds / every))
  const { row, width, height, text } = thumbnailsPlaylist(count, every)
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  const filter = `fps=1/${every},${fit},tile=${row}x${Math.ceil(count / row)}`
  const output = ['-frames:v', '1', '-q:v', '6', join(folder, 'thumbnails.jpg')]
  await runFfmpeg(['-i', path, '-map', '0:v:0', '-an', '-vf', filter, ...output])
  await writeFile(join(folder, 'thumbnails.vtt'), text)
}
