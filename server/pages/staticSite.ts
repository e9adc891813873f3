import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { genresApi } from '#contract/genres.ts'
import type { HydrationData } from '#contract/hydrationData.ts'
import { titlesApi } from '#contract/titles.ts'
import { securityHeaders, styleHashes } from '#server/http/securityHeaders.ts'
import { insertApiBase } from './appFiles.ts'
import { escaped } from './escape.ts'
import { makeHome, type RenderHome, withHome } from './home.ts'
import { copyAssets } from './previousAssets.ts'

/** The page for all addresses but the home; a static host serves `index.html` at `/`. */
const SHELL = 'shell.html'
/** Folder of the files with hashed names. */
const ASSETS = 'assets'

/**
 * Writes the built app for a host that only serves files: `index.html` is the home with its current content,
 * `shell.html` the page for every other address, which the worker stores. `_headers` has the headers for hosts that
 * read it; the content security policy is also in the pages.
 * The folder can be served meanwhile: files are replaced atomically, those that pages refer to before the pages, the
 * worker last, and obsolete files are deleted after that; hashed files of previous builds remain for 30 days.
 */
export async function writeStaticSite({
  from,
  to,
  api,
  ask,
  render,
  now,
}: {
  /** The built app and the target folder. */
  from: string
  to: string
  /** The API's absolute URL. */
  api: string
  /** Fetches an API path as JSON. */
  ask: (path: string) => Promise<unknown>
  render: RenderHome
  now: Date
}): Promise<void> {
  const page = await readFile(join(from, 'index.html'), 'utf8')
  const home = await makeHome(render, () => firstScreenFrom(ask), now.getTime())
  const policy = securityHeaders(new URL(api).origin, { styles: styleHashes(page) })
  const shell = withPolicy(insertApiBase(page, api), policy)

  const made = new Map([
    ['_headers', headersFile(policy)],
    [SHELL, shell],
    ['index.html', withHome(shell, home, api.replace(/\/+$/, ''))],
    ['sw.js', withShell(await readFile(join(from, 'sw.js'), 'utf8'), shell)],
  ])

  const built = (await filesIn(from)).filter((file) => !made.has(file))
  const copied = built.filter((file) => !isHashed(file))
  const names = built.filter(isHashed).map((file) => relative(ASSETS, file))
  await copyAssets({ from: join(from, ASSETS), to: join(to, ASSETS), names, now })
  for (const file of copied) await replaceFile(join(to, file), (next) => copyFile(join(from, file), next))
  for (const [file, text] of made) await replaceFile(join(to, file), (next) => writeFile(next, text))
  await deleteExcept(to, [...copied, ...made.keys()])
}

/** Relative paths, without compressed files: some of their originals are about to change. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile() && !['.br', '.gz'].includes(extname(one.name)))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Whether a relative path is the folder of hashed files or in it. */
function isHashed(path: string): boolean {
  return path.split(sep)[0] === ASSETS
}

/** Replaces a file atomically. */
async function replaceFile(file: string, write: (next: string) => Promise<void>): Promise<void> {
  const next = `${file}.next`
  await mkdir(dirname(file), { recursive: true })
  await write(next)
  await rename(next, file)
}

/** Deletes files that are not listed, except hashed ones. */
async function deleteExcept(folder: string, files: string[]): Promise<void> {
  const listed = new Set(
    files.flatMap((file) => file.split(sep).map((_, at, parts) => parts.slice(0, at + 1).join(sep))),
  )
  for (const path of await readdir(folder, { recursive: true })) {
    if (!listed.has(path) && !isHashed(path)) await rm(join(folder, path), { recursive: true, force: true })
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

/** Adds the policy as a meta element, without `frame-ancestors`, which works only as a header. */
function withPolicy(html: string, headers: Record<string, string>): string {
  const policy = headers['Content-Security-Policy']?.replace(/;? ?frame-ancestors [^;]*/, '') ?? ''
  return html.replace(
    /(<meta charset[^>]*>)/,
    (first) => `${first}<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />`,
  )
}

/** Makes the worker answer every address with the shell: the prerendered home is only for visits without a worker. */
function withShell(worker: string, shell: string): string {
  const revision = createHash('sha256').update(shell).digest('hex').slice(0, 32)
  return worker
    .replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1${revision}$2`)
    .replaceAll('index.html', SHELL)
}

/** The format of Netlify, Cloudflare Pages and others, which revalidate all files that are not listed. */
function headersFile(policy: Record<string, string>): string {
  const lines = Object.entries(policy).map(([name, value]) => `  ${name}: ${value}`)
  return ['/*', ...lines, '/assets/*', '  Cache-Control: public, max-age=31536000, immutable', ''].join('\n')
}
