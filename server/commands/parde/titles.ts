import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type FactOptions, factOptions, factsOf, versionOption } from './facts.ts'
import { EXIT, handled, program, run, runWithJson } from './program.ts'

/** Adds `import` and `title`. */
export function addTitleCommands(): void {
  program
    .command('import')
    .description('write the titles, people, collections and slides of a file (docs/import.md)')
    .argument('<file>', 'a file ending in .ndjson or .csv')
    .option('--images <folder>', 'the folder of the pictures that the file names')
    .option('--dry-run', 'report what would happen and write nothing', false)
    .action(async (file: string, { dryRun, images }: { dryRun: boolean; images?: string }) => {
      const format = /\.(ndjson|jsonl|csv)$/i.exec(file)?.[1]?.toLowerCase()
      if (format === undefined) program.error(`${file} is neither .ndjson nor .csv`)
      const path = resolve(file)
      if (!existsSync(path)) program.error(`${file} cannot be read`, { exitCode: EXIT.failed })
      const folder = images !== undefined && { images: resolve(images) }
      await run('import', { format: format === 'csv' ? 'csv' : 'ndjson', dryRun, ...folder }, path)
    })

  const title = program
    .command('title')
    .description('show, change, merge and remove titles, and choose who sees and plays them')
  title
    .command('show <title>')
    .description('print a title by IMDb id, number or key')
    .action((name: string) => run('title-show', { title: name }))
  title
    .command('find <words>')
    .description('find titles by name, hidden ones too')
    .action((words: string) => run('title-find', { words }))
  versionOption(title.command('hide <title>').description('show a title nowhere; rows of users stay')).action(
    (name: string, options: object) => run('title-set', { title: name, isHidden: true, ...options }),
  )
  versionOption(title.command('unhide <title>').description('show a hidden title again')).action(
    (name: string, options: object) => run('title-set', { title: name, isHidden: false, ...options }),
  )
  versionOption(title.command('access <title> <access>').description('make a title free or premium')).action(
    (name: string, wanted: string, options: object) => run('title-set', { title: name, access: wanted, ...options }),
  )
  factOptions(title.command('edit <title>').description('change facts of a title, as docs/import.md has them')).action(
    (name: string, options: FactOptions) =>
      handled(() => runWithJson('title-edit', { title: name, version: options.version }, factsOf(options))),
  )
  versionOption(
    title
      .command('merge <from> <into>')
      .description("give users' rows, films and pictures of one title to another, and remove the first"),
  ).action((from: string, into: string, options: object) => run('title-merge', { from, into, ...options }))
  versionOption(
    title.command('remove <title>').description('remove a title with its comments, likes and places in lists'),
  ).action((name: string, options: object) => run('title-remove', { title: name, ...options }))
}
