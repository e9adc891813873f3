import { type Command, Option } from 'commander'
import { ORDER_STATES } from '#contract/premium.ts'
import { program, run, whole } from './program.ts'

/** Adds `plan`, `orders` and `codes`. */
export function addSalesCommands(): void {
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
}

function addCodeOptions(command: Command): Command {
  return command
    .option('--count <number>', 'how many codes', whole, 1)
    .option('--uses <number>', 'uses per code, by different users', whole, 1)
    .option('--days <number>', 'days until the codes expire', whole)
    .option('--word <word>', 'a word of your own instead of a random code')
}
