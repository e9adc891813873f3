import { addFact, type FactOptions, factOptions, factsOf, versionOption } from './facts.ts'
import { handled, program, run, runWithJson } from './program.ts'

/** Adds `person`, `collection` and `slideshow`. */
export function addCatalogueCommands(): void {
  const person = program.command('person').description('show, change, merge and remove people')
  person
    .command('find <words>')
    .description('find people by name, hidden ones too')
    .action((words: string) => run('person-find', { words }))
  person
    .command('show <person>')
    .description('print a person by key or number, with their works')
    .action((name: string) => run('person-show', { person: name }))
  factOptions(person.command('edit <person>').description('change facts of a person')).action(
    (name: string, options: FactOptions) =>
      handled(() => runWithJson('person-edit', { person: name, version: options.version }, factsOf(options))),
  )
  versionOption(person.command('hide <person>').description('show a person nowhere; their works stay')).action(
    (name: string, options: object) => run('person-set', { person: name, isHidden: true, ...options }),
  )
  versionOption(person.command('unhide <person>').description('show a hidden person again')).action(
    (name: string, options: object) => run('person-set', { person: name, isHidden: false, ...options }),
  )
  versionOption(
    person.command('merge <from> <into>').description('give the works of one person to another, and remove the first'),
  ).action((from: string, into: string, options: object) => run('person-merge', { from, into, ...options }))
  versionOption(person.command('remove <person>').description('remove a person from all titles')).action(
    (name: string, options: object) => run('person-remove', { person: name, ...options }),
  )

  const collection = program.command('collection').description('show, create, change, merge and remove collections')
  collection
    .command('list', { isDefault: true })
    .description('list film series and curated lists')
    .action(() => run('collection', {}))
  collection
    .command('show <collection>')
    .description('print a collection by key or number, with its titles in order')
    .action((name: string) => run('collection-show', { collection: name }))
  collection
    .command('create <key>')
    .description('create a curated list, or a film series that titles will name')
    .option('--set <name=value>', 'give a fact; titles are separated by | or commas', addFact, {})
    .option('--file <file>', 'take the facts of a JSON object; - reads standard input')
    .action((key: string, options: FactOptions) =>
      handled(() => runWithJson('collection-create', { key }, factsOf(options))),
    )
  versionOption(
    collection.command('hide <collection>').description('show a collection nowhere; its titles stay'),
  ).action((name: string, options: object) => run('collection-set', { collection: name, isHidden: true, ...options }))
  versionOption(collection.command('unhide <collection>').description('show a hidden collection again')).action(
    (name: string, options: object) => run('collection-set', { collection: name, isHidden: false, ...options }),
  )
  versionOption(
    collection
      .command('merge <from> <into>')
      .description('give the titles of one collection to another, and remove the first'),
  ).action((from: string, into: string, options: object) => run('collection-merge', { from, into, ...options }))
  factOptions(collection.command('edit <collection>').description('change facts and titles of a collection'))
    .option('--add <titles...>', 'add titles at the end of a curated list')
    .option('--remove <titles...>', 'take titles out of a curated list')
    .action((name: string, { add, remove, ...options }: FactOptions & { add?: string[]; remove?: string[] }) =>
      handled(() =>
        runWithJson('collection-edit', { collection: name, version: options.version, add, remove }, factsOf(options)),
      ),
    )
  versionOption(collection.command('remove <collection>').description('remove a collection; its titles stay')).action(
    (name: string, options: object) => run('collection-remove', { collection: name, ...options }),
  )

  const slideshow = program.command('slideshow').description('choose the slides of the home')
  slideshow
    .command('list', { isDefault: true })
    .description('list the chosen slides in order')
    .action(() => run('slideshow', {}))
  versionOption(
    slideshow.command('set [titles...]').description('show these titles in this order; none: slides are drawn daily'),
  ).action((titles: string[], options: object) => run('slideshow-set', { titles, ...options }))
  versionOption(slideshow.command('remove <title>').description('take a title out of the slides')).action(
    (title: string, options: object) => run('slideshow-remove', { title, ...options }),
  )
}
