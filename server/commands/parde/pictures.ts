import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { print, program, run, whole } from './program.ts'

/** Adds `picture`. */
export function addPictureCommands(): void {
  const picture = program.command('picture').description('add and remove pictures of titles and people')
  const placeArguments = (command: Command) =>
    command
      .addArgument(new Argument('<kind>', 'what the picture is').choices(['poster', 'backdrop', 'still', 'portrait']))
      .argument('<name>', 'a title by IMDb id, number or key; for a portrait a person by key or number')
  const stillOptions = (command: Command) =>
    command
      .option('--number <number>', 'the number of a still of a title, from 1', whole, 0)
      .option('--season <number>', 'the season of an episode, for its still', whole, 0)
      .option('--episode <number>', 'the number of an episode, for its still', whole, 0)
  stillOptions(
    placeArguments(picture.command('add').description('show a JPEG, PNG, WebP or AVIF file')).argument('<file>'),
  ).action(async (kind: string, name: string, file: string, options: StillOptions) => {
    const path = resolve(file)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      print({ error: `${file} cannot be read.` })
      return
    }
    await run('picture-add', { ...placeOf(kind, name, options), fileName: basename(file) }, path)
  })
  picture
    .command('list <name>')
    .description('list the pictures of a title')
    .option('--person', 'list those of a person', false)
    .action((name: string, { person }: { person: boolean }) => run('picture-list', { name, isPerson: person }))
  stillOptions(placeArguments(picture.command('remove').description('show the picture no longer'))).action(
    (kind: string, name: string, options: StillOptions) => run('picture-remove', placeOf(kind, name, options)),
  )
  picture
    .command('sweep')
    .description('delete the files of pictures that no title and no person uses')
    .action(() => run('picture-sweep', {}))
}

interface StillOptions {
  number: number
  season: number
  episode: number
}

function placeOf(kind: string, name: string, { number, season, episode }: StillOptions) {
  return { kind, name, season, number: season > 0 ? episode : number }
}
