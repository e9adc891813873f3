import { program, run, whole } from './program.ts'

/** Adds `user`. */
export function addUserCommands(): void {
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
  user
    .command('delete <user>')
    .description('print what the user has; with --yes delete the account with it, for good')
    .option('--yes', 'delete it', false)
    .action((name: string, { yes }: { yes: boolean }) => run('user-delete', { user: name, isConfirmed: yes }))
}
