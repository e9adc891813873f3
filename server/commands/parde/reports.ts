import { Option } from 'commander'
import { METRIC_GROUPS } from '#server/operator/commands/metricsCommand.ts'
import { program, run, whole } from './program.ts'

/** Adds `metrics`, `stats` and `log`. */
export function addReportCommands(): void {
  program
    .command('metrics')
    .description("show how fast the app was on users' devices, and how long mutations waited")
    .option('--days <number>', 'the last days to add up', whole, 28)
    .addOption(
      new Option('--by <group>', 'a line per browser, build or way of opening').choices(Object.keys(METRIC_GROUPS)),
    )
    .action((options: object) => run('metrics', options))
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
}
