import { spawnSync } from 'node:child_process'
import { ENGINES } from './engine.ts'

/**
 * `npm run test:engines -- ENGINE… WORDS`: runs the scenarios whose titles contain the words, by default all, in these
 * engines, by default all. Needs `npm run build`.
 */
const words = process.argv.slice(2)
const isEngine = (word: string) => (ENGINES as readonly string[]).includes(word)
const title = words.filter((word) => !isEngine(word)).join(' ')
const projects = words.filter(isEngine).map((name) => `--project=${name}`)
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--config=tests/engines/playwright.config.ts', ...projects, ...(title ? ['-g', title] : [])],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
