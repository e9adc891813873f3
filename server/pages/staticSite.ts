import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import type { FirstScreen } from '#contract/firstScreen.ts'
import { genresApi } from '#contract/genres.ts'
import { titlesApi } from '#contract/titles.ts'
import { tellPage } from '#server/appFiles.ts'
import { securityHeaders, styleHashes } from '#server/securityHeaders.ts'
import { type DrawHome, makeHome, withHome } from './home.ts'
import { escaped } from './pageText.ts'

/** The page for all addresses but the home's; `index.html` is what a plain host shows at `/`. */
const SHELL = 'shell.html'

/**
 * The built app for a host that serves files and nothing else: `index.html` is the home with its content of this moment,
 * `shell.html` the page for every other address, and what the worker keeps. `_headers` says what hosts that read it are
 * to send; the policy stands in the pages as well.
 */
export async function writeStaticSite({
  from,
  to,
  api,
  ask,
  draw,
  now,
}: {
  /** The built app, and where it goes: all that is there goes first. */
  from: string
  to: string
  /** Where the API is, whole. */
  api: string
  /** Answers a path of it with the JSON that came. */
  ask: (path: string) => Promise<unknown>
  draw: DrawHome
  now: Date
}): Promise<void> {
  const built = await readFile(join(from, 'index.html'), 'utf8')
  const home = await makeHome(draw, () => firstScreenFrom(ask), now.getTime())
  const policy = securityHeaders(new URL(api).origin, { styles: styleHashes(built) })
  const shell = withPolicy(tellPage(built, api), policy)

  await rm(to, { recursive: true, force: true })
  // What was packed is packed anew: some of it is about to change.
  await cp(from, to, { recursive: true, filter: (file) => !['.br', '.gz'].includes(extname(file)) })
  await writeFile(join(to, SHELL), shell)
  await writeFile(join(to, 'index.html'), withHome(shell, home, api.replace(/\/+$/, '')))
  await writeFile(join(to, 'sw.js'), keepingShell(await readFile(join(from, 'sw.js'), 'utf8'), shell))
  await writeFile(join(to, '_headers'), headersFile(policy))
}

async function firstScreenFrom(ask: (path: string) => Promise<unknown>): Promise<Omit<FirstScreen, 'at'>> {
  const read = async <Reply>({ path, reply }: { path: string; reply: Schema<Reply> }, query = '') =>
    v.parse(reply, await ask(`${path}${query}`))
  const [slides, titles, genres] = await Promise.all([
    read(titlesApi.slideshow),
    read(titlesApi.search, '?order_by=newest'),
    read(genresApi.list),
  ])
  return { slides: slides.data, titles, genres: genres.data }
}

/** What can be said in a page is; who may frame it cannot. */
function withPolicy(html: string, headers: Record<string, string>): string {
  const policy = headers['Content-Security-Policy']?.replace(/;? ?frame-ancestors [^;]*/, '') ?? ''
  return html.replace(
    /(<meta charset[^>]*>)/,
    (first) => `${first}<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />`,
  )
}

/** The worker, answering every address by the shell: the home in the page is only for who comes without one. */
function keepingShell(worker: string, shell: string): string {
  const revision = createHash('sha256').update(shell).digest('hex').slice(0, 32)
  return worker
    .replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1${revision}$2`)
    .replaceAll('index.html', SHELL)
}

/** As Netlify, Cloudflare Pages and others read it; what is not named they have asked for each time. */
function headersFile(policy: Record<string, string>): string {
  const lines = Object.entries(policy).map(([name, value]) => `  ${name}: ${value}`)
  return ['/*', ...lines, '/assets/*', '  Cache-Control: public, max-age=31536000, immutable', ''].join('\n')
}
