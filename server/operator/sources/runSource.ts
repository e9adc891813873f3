import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { SourceSettings } from '#server/config.ts'
import { CommandError } from '#server/operator/command.ts'
import { writeImdbTitles } from './imdbSource.ts'
import { readIds } from './readIds.ts'
import { openSourceOutput, type SourceOutput } from './sourceOutput.ts'
import type { Refuse } from './sourceRows.ts'
import { writeTmdbTitles } from './tmdbSource.ts'
import { writeWikidataTitles } from './wikidataSource.ts'

/** How a source reports while it runs. */
interface Reports {
  clock: () => Date
  onRefused: (row: { line: number; reason: string }) => void
  onProgress: (rows: number) => void
}

interface Result {
  titles: number
  refused: number
}

/** `source imdb FOLDER`: writes a new file; it appears when it is complete. */
export function runImdbSource(
  options: { folder: string; out: string; ids?: string; votesMin: number; adult: boolean },
  reports: Reports,
): Promise<Result> {
  return counting(reports, async (refuse) => {
    const { folder, out, ids, ...rest } = options
    if (ids === undefined && rest.votesMin === 0) throw new CommandError('source imdb needs --ids or --votes-min.')
    requireFile(folder)
    const wanted = ids === undefined ? undefined : await readIds(requireFile(ids), refuse)
    const partial = `${out}.partial`
    // A killed run leaves its file.
    await rm(partial, { force: true })
    try {
      const result = await writing(partial, reports, (output) =>
        writeImdbTitles({ folder, ids: wanted, ...rest, ...reports, output, refuse }),
      )
      await rename(partial, out)
      return result
    } finally {
      await rm(partial, { force: true })
    }
  })
}

/** `source wikidata`: adds to the file what it lacks. */
export function runWikidataSource(
  options: { out: string; ids: string; contact?: string },
  settings: SourceSettings,
  reports: Reports,
): Promise<Result> {
  return counting(reports, async (refuse) => {
    const contact = options.contact ?? settings.contact
    if (contact === undefined || !/^[\x21-\x7e]+$/.test(contact))
      throw new CommandError('Wikimedia asks for an address of the operator: set CONTACT_EMAIL or give --contact.')
    const ids = await readIds(requireFile(options.ids), refuse)
    return writing(options.out, reports, (output) => writeWikidataTitles({ ids, ...reports, output, refuse, contact }))
  })
}

/** `source tmdb`: adds to the file what it lacks. */
export function runTmdbSource(
  options: { out: string; ids: string; adult: boolean; images?: string; commercialAgreement: boolean },
  settings: SourceSettings,
  reports: Reports,
): Promise<Result> {
  return counting(reports, async (refuse) => {
    const { out, adult, images } = options
    const { tmdbToken: token } = settings
    if (!settings.mayUseTmdb && !options.commercialAgreement)
      throw new CommandError(
        'TMDB allows commercial use only by agreement (PAYMENTS takes money): with one, set TMDB_COMMERCIAL=1 or give --commercial-agreement.',
      )
    if (token === undefined || !/^[\w.-]+$/.test(token))
      throw new CommandError('TMDB_TOKEN must be the API read access token of your TMDB account.')
    const ids = await readIds(requireFile(options.ids), refuse)
    return writing(out, reports, (output) => writeTmdbTitles({ ids, ...reports, output, refuse, token, adult, images }))
  })
}

/** Runs a source and counts its refusals. */
async function counting({ onRefused }: Reports, run: (refuse: Refuse) => Promise<{ titles: number }>): Promise<Result> {
  let refused = 0
  try {
    const { titles } = await run((line, reason) => {
      refused++
      onRefused({ line, reason })
    })
    return { titles, refused }
  } catch (error) {
    // An error of the file system: a missing folder, a folder instead of a file, a full disk.
    if (error instanceof Error && 'syscall' in error && 'code' in error && error.code !== undefined)
      throw new CommandError(`A file cannot be read or written: ${error.message}`, { cause: error })
    throw error
  }
}

async function writing<Output>(
  path: string,
  { clock }: Reports,
  write: (output: SourceOutput) => Promise<Output>,
): Promise<Output> {
  const output = await openSourceOutput(path, clock())
  try {
    return await write(output)
  } finally {
    await output.close()
  }
}

function requireFile(path: string): string {
  if (!existsSync(path)) throw new CommandError(`${path} cannot be read.`)
  return path
}
