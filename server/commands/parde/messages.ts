import { Option } from 'commander'
import { REQUEST_STATES } from '#contract/requests.ts'
import { program, run, whole } from './program.ts'

/** Adds `requests` and `comments`. */
export function addMessageCommands(): void {
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
}
