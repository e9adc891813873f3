import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Description = v.object({
  /** length of the sample, a whole number of thumbnail intervals */
  seconds: v.number(),
  framesPerSecond: v.number(),
  /** subtitles, in seconds from the start */
  cues: v.array(v.object({ from: v.number(), to: v.number(), fa: v.string(), en: v.string() })),
})

/** The film that plays as every title: `sample.json`, a file of fragments for each track, and `thumbnails.jpg`. */
export interface SampleFilm extends v.InferOutput<typeof Description> {
  /** tracks and thumbnails, by file name, in alphabetical order */
  files: ReadonlyMap<string, Buffer>
}

/** Reads a sample film from its folder; throws when the folder or its description is missing. */
export async function readSample(folder: string): Promise<SampleFilm> {
  const description = v.parse(Description, JSON.parse(await readFile(join(folder, 'sample.json'), 'utf8')))
  const names = (await readdir(folder)).filter((name) => /\.(mp4|jpg)$/.test(name)).toSorted()
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const))
  return { ...description, files: new Map(files) }
}
