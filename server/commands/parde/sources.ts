import { readSourceSettings } from '#server/config.ts'
import { runImdbSource, runTmdbSource, runWikidataSource } from '#server/operator/sources/runSource.ts'
import { handled, print, program, run, whole } from './program.ts'

/** Adds `source`: commands that write files for `import` from public sources (docs/import.md#sources). */
export function addSourceCommands(): void {
  const source = program.command('source').description('write a file for import from IMDb, Wikidata or TMDB')
  const reports = {
    clock: () => new Date(),
    onRefused: (refused: { line: number; reason: string }) => print({ refused }),
    onProgress: (rows: number) => print({ progress: { rows } }),
  }
  const finish = (work: () => Promise<object>) => handled(async () => print({ result: { ...(await work()) } }))
  const settings = () => readSourceSettings(process.env)
  const add = (name: string, description: string) =>
    source.command(name).description(description).requiredOption('--out <file>', 'the .ndjson file to write')

  add('imdb', "read IMDb's TSV files, which are for personal and non-commercial use")
    .argument('<folder>', 'the folder with title.basics.tsv.gz and the other files')
    .option('--ids <file>', 'a file of IMDb ids, one per line')
    .option('--votes-min <number>', 'only titles with so many votes', whole, 0)
    .option('--adult', 'include adult titles', false)
    .action((folder: string, options: Omit<Parameters<typeof runImdbSource>[0], 'folder'>) =>
      finish(() => runImdbSource({ folder, ...options }, reports)),
    )
  add('wikidata', 'read Wikidata (CC0) by IMDb id; the same command continues an interrupted run')
    .requiredOption('--ids <file>', 'a file of IMDb ids, one per line')
    .option('--contact <address>', 'your e-mail address or site, for Wikimedia; default: CONTACT_EMAIL')
    .action((options: Parameters<typeof runWikidataSource>[0]) =>
      finish(() => runWikidataSource(options, settings(), reports)),
    )
  add('tmdb', 'read TMDB by IMDb id with your TMDB_TOKEN; the same command continues an interrupted run')
    .requiredOption('--ids <file>', 'a file of IMDb ids, one per line')
    .option('--images <folder>', 'load posters and backdrops into this folder, for import --images')
    .option('--adult', 'include adult titles', false)
    .option('--commercial-agreement', 'TMDB has agreed to your commercial use', false)
    .action((options: Parameters<typeof runTmdbSource>[0]) => finish(() => runTmdbSource(options, settings(), reports)))
  source
    .command('due')
    .description('list titles whose facts from TMDB must be fetched again, by IMDb id')
    .option('--days <number>', 'those due within so many days', whole, 30)
    .action((options: object) => run('source-due', options))
}
