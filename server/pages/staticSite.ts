import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { genresApi } from '#contract/genres.ts'
import type { HydrationData } from '#contract/hydrationData.ts'
import { titlesApi } from '#contract/titles.ts'
import { securityHeaders, styleHashes } from '#server/http/securityHeaders.ts'
import { tellPage } from './appFiles.ts'
import { escaped } from './escape.ts'
import { makeHome, type RenderHome, withHome } from './home.ts'

/** The page for all addresses but the home's; `index.html` is what a plain host shows at `/`. */
const SHELL = 'shell.html'

/**
 * The built app for a host that serves files and nothing else: `index.html` is the home with its content of this moment,
 * `shell.html` the page for every other address, and what the worker keeps. `_headers` says what hosts that read it are
 * to send; the policy stands in the pages as well. A host may go on serving the folder meanwhile: each file takes its
 * predecessor's place whole, what the pages name before they do, the worker last, and only then goes what is no more needed.
 */
export async function writeStaticSite({
  from,
  to,
  api,
  ask,
  draw,
  now,
}: {
  /** The built app, and where it goes: of what is there already nothing else stays. */
  from: string
  to: string
  /** Where the API is, whole. */
  api: string
  /** Answers a path of it with the JSON that came. */
  ask: (path: string) => Promise<unknown>
  draw: RenderHome
  now: Date
}): Promise<void> {
  const built = await readFile(join(from, 'index.html'), 'utf8')
  const home = await makeHome(draw, () => firstScreenFrom(ask), now.getTime())
  const policy = securityHeaders(new URL(api).origin, { styles: styleHashes(built) })
  const shell = withPolicy(tellPage(built, api), policy)

  const made = new Map([
    ['_headers', headersFile(policy)],
    [SHELL, shell],
    ['index.html', withHome(shell, home, api.replace(/\/+$/, ''))],
    ['sw.js', keepingShell(await readFile(join(from, 'sw.js'), 'utf8'), shell)],
  ])

  const copied = (await filesIn(from)).filter((file) => !made.has(file))
  for (const file of copied) await place(join(to, file), (next) => copyFile(join(from, file), next))
  for (const [file, text] of made) await place(join(to, file), (next) => writeFile(next, text))
  await keepOnly(to, [...copied, ...made.keys()])
}

/** By their paths below the folder. What was packed is left out: some of it is about to change. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile() && !['.br', '.gz'].includes(extname(one.name)))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Nobody is served half of it. */
async function place(file: string, write: (next: string) => Promise<void>): Promise<void> {
  const next = `${file}.next`
  await mkdir(dirname(file), { recursive: true })
  await write(next)
  await rename(next, file)
}

async function keepOnly(folder: string, files: string[]): Promise<void> {
  const kept = new Set(files.flatMap((file) => file.split(sep).map((_, at, parts) => parts.slice(0, at + 1).join(sep))))
  for (const path of await readdir(folder, { recursive: true })) {
    if (!kept.has(path)) await rm(join(folder, path), { recursive: true, force: true })
  }
}

async function firstScreenFrom(ask: (path: string) => Promise<unknown>): Promise<Omit<HydrationData, 'at'>> {
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
