import { Argument, Command, Option } from 'commander'
import { LEVELS, type Level } from '#server/openapi/levels.ts'
import { checkBackend, printReport, reaches } from './conformance.ts'

/** `npm run conformance -- https://api.example.com --level deltas` (docs/backend.md). */
const levels = LEVELS.map(({ id }) => id)
await new Command('conformance')
  .description('Checks a backend against docs/openapi.json, level by level. It registers users and writes comments.')
  .addArgument(new Argument('<address>', 'base address of the API'))
  .addOption(
    new Option('--level <level>', 'exit with 1 unless the backend reaches this level').choices(levels).default('calls'),
  )
  .action(async (address: string, { level }: { level: Level }) => {
    const report = await checkBackend(address)
    console.log(printReport(report))
    process.exitCode = reaches(report, level) ? 0 : 1
  })
  .parseAsync()
