import { createReadStream, existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { ORDER_STATES } from '#contract/premium.ts'
import { REQUEST_STATES } from '#contract/requests.ts'
import { readPlaces } from '#server/config.ts'
import { type RestoreOptions, restoreBackup } from '#server/operator/backup/restoreBackup.ts'
import { CommandError } from '#server/operator/command.ts'
import { METRIC_GROUPS } from '#server/operator/commands/metricsCommand.ts'
import { addFilms, type FilmOptions } from '#server/operator/films/addFilms.ts'
import { runOrder } from '#server/operator/openOperator.ts'
import type { CommandEvent, CommandName } from '#server/operator/operatorApi.ts'
import { StartupError } from '#server/platform/startupError.ts'

/** Exit codes: 1 when a command failed, 2 when it was not understood, 3 when an import refused rows. */
const EXIT = { failed: 1, usage: 2, refused: 3 } as const

const program = new Command('parde')
  .description('Runs a Parde site: catalogue, users, requests, codes and backups. Works beside a running server.')
  .option('--json', 'print events and results as JSON, one per line')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage))

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

const title = program.command('title').description('show a title, and choose who sees and plays it')
title
  .command('show <title>')
  .description('print a title by IMDb id, number or key')
  .action((name: string) => run('title-show', { title: name }))
title
  .command('find <words>')
  .description('find titles by name, hidden ones too')
  .action((words: string) => run('title-find', { words }))
title
  .command('hide <title>')
  .description('show a title nowhere; rows of users stay')
  .action((name: string) => run('title-set', { title: name, isHidden: true }))
title
  .command('unhide <title>')
  .description('show a hidden title again')
  .action((name: string) => run('title-set', { title: name, isHidden: false }))
title
  .command('access <title> <access>')
  .description('make a title free or premium')
  .action((name: string, wanted: string) => run('title-set', { title: name, access: wanted }))

const film = program.command('film').description('add and remove what plays as a title or an episode; needs ffmpeg')
const episodeOptions = (command: Command) =>
  command
    .option('--season <number>', 'the season, for a series', whole, 0)
    .option('--episode <number>', 'the episode, for a series', whole, 0)
episodeOptions(
  film
    .command('add')
    .description('make a film of a file, or of each episode in a folder, and play it')
    .argument('<title>', 'IMDb id, number or key')
    .argument('<path>', 'a video file, or a folder of episodes such as S01E02.mkv'),
)
  .option('--yes', 'add the episodes of a folder without asking', false)
  .action((name: string, path: string, options: FilmOptions) =>
    handled(() => addFilms(name, path, options, { request, report: progress })),
  )
film
  .command('list <title>')
  .description('list the films of a title')
  .action((name: string) => run('film-list', { title: name }))
episodeOptions(film.command('remove').description('remove a film').argument('<title>')).action(
  (name: string, { season, episode: number }: FilmOptions) => run('film-remove', { title: name, season, number }),
)

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

const requests = program.command('requests').description('list and answer title requests')
requests
  .command('list', { isDefault: true })
  .description('list open requests')
  .action(() => run('requests', {}))
requests
  .command('answer')
  .description('answer a request and notify its user')
  .argument('<id>', 'number of the request', whole)
  .addOption(new Option('--status <status>', 'the new status').choices(REQUEST_STATES).makeOptionMandatory())
  .option('--reply <words>', 'a message to the user')
  .option('--title <number>', 'the number of the title, once it is in the catalogue', whole)
  .action((id: number, { title: titleId, ...answer }: { title?: number }) =>
    run('requests-answer', { id, ...answer, ...(titleId !== undefined && { titleId }) }),
  )
requests
  .command('remove')
  .description('remove an invalid request')
  .argument('<id>', 'number of the request', whole)
  .action((id: number) => run('requests-remove', { id }))

const comments = program.command('comments').description('review comments that users reported')
comments
  .command('reported', { isDefault: true })
  .description('list reported comments, those with the most reports first')
  .action(() => run('comments-reported', {}))
for (const [name, isHidden] of [
  ['hide', true],
  ['restore', false],
] as const) {
  comments
    .command(name)
    .description(isHidden ? 'show a comment as deleted; its replies stay' : 'show a hidden comment again')
    .argument('<id>', 'number of the comment', whole)
    .action((id: number) => run('comments-hide', { id, isHidden }))
}

program
  .command('metrics')
  .description("show how fast the app was on users' devices, and how long mutations waited")
  .option('--days <number>', 'the last days to add up', whole, 28)
  .addOption(
    new Option('--by <group>', 'a line per browser, build or way of opening').choices(Object.keys(METRIC_GROUPS)),
  )
  .action((options: object) => run('metrics', options))

const user = program.command('user').description('find users, give premium, and end what they have')
user
  .command('find <words>')
  .description('find users by name or email')
  .action((words: string) => run('user-find', { words }))
user
  .command('show <user>')
  .description('print a user by number or email, and the devices that are signed in')
  .action((name: string) => run('user-show', { user: name }))
user
  .command('sign-out <user>')
  .description('sign the user out on all devices')
  .option('--device <number>', 'only on this device', whole)
  .action((name: string, options: object) => run('user-sign-out', { user: name, ...options }))
user
  .command('ban <user>')
  .description('let the user write no comments; those that are there stay')
  .action((name: string) => run('user-ban', { user: name, isBanned: true }))
user
  .command('unban <user>')
  .description('let the user write comments again')
  .action((name: string) => run('user-ban', { user: name, isBanned: false }))
user
  .command('give <user>')
  .description('give the user the days of a plan, and notify them')
  .requiredOption('--plan <id>', 'the plan', whole)
  .option('--days <number>', 'another number of days', whole)
  .action((name: string, options: object) => run('user-give', { user: name, ...options }))
user
  .command('end-premium <user>')
  .description("end the user's premium now, with the reserved time")
  .action((name: string) => run('user-end-premium', { user: name }))

const plan = program.command('plan').description('list the plans on sale, change them, and add new ones')
plan
  .command('list', { isDefault: true })
  .description('list the plans; amounts are Toman')
  .action(() => run('plan', {}))
plan
  .command('set')
  .description('change a plan, or add one with a new number; orders keep their terms')
  .argument('<id>', 'number of the plan', whole)
  .option('--name <name>', 'its name')
  .option('--days <number>', 'days of premium', whole)
  .option('--price <number>', 'price in Toman', whole)
  .option('--old-price <number>', 'the regular price while a reduction applies; 0: none', whole)
  .option('--features <texts...>', 'what it offers, a text each')
  .option('--popular', 'mark it as popular')
  .option('--no-popular', 'do not mark it')
  .action((id: number, options: object) => run('plan-set', { id, ...options }))

for (const [name, isHidden] of [
  ['hide', true],
  ['unhide', false],
] as const) {
  plan
    .command(name)
    .description(isHidden ? 'sell a plan no longer; its gift codes stay' : 'sell a hidden plan again')
    .argument('<id>', 'number of the plan', whole)
    .action((id: number) => run('plan-set', { id, isHidden }))
}

const orders = program.command('orders').description('list orders, and note refunds')
orders
  .command('list', { isDefault: true })
  .description('list the latest orders')
  .option('--user <user>', 'of a user, by number or email')
  .addOption(new Option('--state <state>', 'in one state').choices(ORDER_STATES))
  .action((options: object) => run('orders', options))
orders
  .command('refund')
  .description('note that an order was paid back; its premium stays until user end-premium')
  .argument('<id>', 'number of the order', whole)
  .option('--note <words>', 'why')
  .action((id: number, options: object) => run('orders-refund', { id, ...options }))

program
  .command('stats')
  .description('show the size of the site, and what happened in the last days')
  .option('--days <number>', 'the last days', whole, 30)
  .action((options: object) => run('stats', options))
program
  .command('log')
  .description('show what operators changed, the latest first')
  .argument('[subject]', 'only of one record, such as "title 68646" or "user 12"')
  .option('--count <number>', 'how many changes', whole, 50)
  .action((subject: string | undefined, options: object) =>
    run('log', { ...options, ...(subject !== undefined && { subject }) }),
  )

const codes = program.command('codes').description('make gift and discount codes; they are printed once')
addCodeOptions(
  codes.command('gift').description('codes for a whole plan').requiredOption('--plan <id>', 'the plan', whole),
).action((options: object) => run('codes', { kind: 'gift', ...options }))
addCodeOptions(
  codes
    .command('discount')
    .description('codes that reduce the price')
    .option('--plan <id>', 'the only plan that the code applies to', whole)
    .option('--percent <number>', 'reduction in percent', whole)
    .option('--amount <number>', 'reduction in Toman', whole),
).action((options: object) => run('codes', { kind: 'discount', ...options }))

const filmsOption = () => new Option('--films', 'include the films of the library').default(false)
program
  .command('backup')
  .description('write a backup of the database, pictures and secrets into a new folder')
  .argument('<folder>', 'the folder to create')
  .addOption(filmsOption())
  .action((folder: string, { films }: { films: boolean }) => run('backup', { folder: resolve(folder), films }))
program
  .command('restore')
  .description('restore a backup into an empty DATA_DIR, or an empty database of DATABASE_URL')
  .argument('<folder>', 'the folder of the backup')
  .action((folder: string) => restore({ folder: resolve(folder), ...readPlaces(process.env) }))
program
  .command('move')
  .description('copy the embedded database of DATA_DIR into an empty PostgreSQL database')
  .argument('<url>', 'postgres://…')
  .action(async (url: string) => {
    const { dataDir, databaseUrl } = readPlaces(process.env)
    if (databaseUrl !== undefined) program.error('move reads the embedded database: leave DATABASE_URL out.')
    const folder = join(dataDir, `move-${Date.now()}`)
    try {
      await run('backup', { folder, films: false })
      if (process.exitCode === undefined)
        await restore({ folder, ...readPlaces({ ...process.env, DATABASE_URL: url }) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

await program.parseAsync()

interface StillOptions {
  number: number
  season: number
  episode: number
}

function placeOf(kind: string, name: string, { number, season, episode }: StillOptions) {
  return { kind, name, season, number: season > 0 ? episode : number }
}

function restore(options: Pick<RestoreOptions, 'folder' | 'dataDir' | 'databaseUrl'>): Promise<void> {
  return handled(async () => {
    const onProgress = (rows: number) => print({ progress: { rows } })
    const { createdAt, tables, files } = await restoreBackup({ ...options, clock: () => new Date(), onProgress })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    print({ result: { restored: createdAt, rows, files: files.length } })
  })
}

function addCodeOptions(command: Command): Command {
  return command
    .option('--count <number>', 'how many codes', whole, 1)
    .option('--uses <number>', 'uses per code, by different users', whole, 1)
    .option('--days <number>', 'days until the codes expire', whole)
    .option('--word <word>', 'a word of your own instead of a random code')
}

function whole(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Runs a command, prints its events and sets the exit code. */
function run(command: CommandName, input: object, file?: string) {
  const openFile =
    file === undefined ? undefined : () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  return handled(async () => {
    for await (const event of runOrder(readPlaces(process.env), { command, input, openFile })) print(event)
  })
}

/** Runs a command that is a part of another one, and returns its result. Throws a `CommandError` with its error. */
async function request(command: CommandName, input: object): Promise<Record<string, unknown>> {
  for await (const event of runOrder(readPlaces(process.env), { command, input })) {
    if ('error' in event) throw new CommandError(event.error)
    if ('result' in event) return event.result
  }
  throw new CommandError('The command ended without a result.')
}

/** Prints what stops a command in one line. */
async function handled(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof CommandError)) throw error
    print({ error: error.message })
  }
}

function progress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${text}`)
}

function print(event: CommandEvent) {
  if ('error' in event) process.exitCode = EXIT.failed
  else if ('refused' in event) process.exitCode = EXIT.refused
  if (program.opts<{ json?: boolean }>().json) {
    console.log(JSON.stringify(event))
    return
  }
  if ('progress' in event) {
    progress(`${event.progress.rows.toLocaleString('en')} rows`)
    return
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if ('error' in event) console.error(event.error)
  else if ('refused' in event) console.error(`line ${event.refused.line}: ${event.refused.reason}`)
  else for (const line of linesOf(event.result)) console.log(line)
}

/** A result as lines: a list one entry per line, other facts as `name: value`. */
function linesOf(result: Record<string, unknown>): string[] {
  return Object.entries(result).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.map(entryLine)
    return value === null ? [] : [`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`]
  })
}

function entryLine(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  return Object.values(entry)
    .filter((value) => value !== null && value !== '')
    .join('  ')
}
