import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, expect, NETWORK_ERRORS, startWorld, type World } from './world.ts'

/** For tests that replace the app's files: each Playwright worker has a world with its own copy of the build. */
export const test = base.extend<{ network: undefined }, { world: World }>({
  network: [
    async ({ console }, use) => {
      console.allow(NETWORK_ERRORS)
      await use(undefined)
    },
    { auto: true },
  ],
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern
    async ({}, use) => {
      const world = await startWorld({ ownDist: true })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The element that holds the version of the page's build. */
export const version = (page: Page) => page.locator('meta[name="version"]')

const scriptOf = ({ dist }: World) => join(dist, 'app', 'sw.js')

const asItIs = (text: string) => text

/**
 * Deploys a new version as a device sees it: another page, and a worker that precaches it. `edit` changes the worker's
 * script further, `editPage` the page.
 */
export async function deploy(world: World, name: string, edit = asItIs, editPage = asItIs) {
  const app = join(world.dist, 'app')
  for (const file of await readdir(app)) if (/^(sw\.js|index\.html)\./.test(file)) await rm(join(app, file))
  const html = await readFile(join(app, 'index.html'), 'utf8')
  const page = html.replace(/(<meta name="version" content=")[^"]*/, `$1${name}`)
  await replace(join(app, 'index.html'), editPage(page))
  const revision = createHash('md5').update(name).digest('hex')
  const script = await readFile(scriptOf(world), 'utf8')
  const next = script.replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1${revision}$2`)
  expect(next).not.toBe(script)
  const edited = edit(next)
  if (edit !== asItIs) expect(edited).not.toBe(next)
  await replace(scriptOf(world), await withHashes(edited, app))
}

/** Replaces the hashes of the precached files by those of the deployed ones. A missing file keeps its hash. */
async function withHashes(script: string, app: string): Promise<string> {
  const hashes = new Map<string, string>()
  const precached = /("integrity":"sha256-)([^"]+)(","revision":(?:null|"[^"]*"),"url":"([^"]+)")/g
  for (const [, , , , url = ''] of script.matchAll(precached)) {
    const bytes = await readFile(join(app, url)).catch(() => undefined)
    if (bytes) hashes.set(url, createHash('sha256').update(bytes).digest('base64'))
  }
  expect(hashes.size).toBeGreaterThan(0)
  return script.replace(precached, (_, start, hash, end, url) => `${start}${hashes.get(url) ?? hash}${end}`)
}

/** Deploys a version with another entry script. Returns a function that deploys one with the built entry script. */
export async function deployEntry(world: World, name: string, script: string) {
  const app = join(world.dist, 'app')
  const html = await readFile(join(app, 'index.html'), 'utf8')
  const [, built = ''] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html) ?? []
  const own = `assets/entry-${name}.js`
  await writeFile(join(app, own), script)
  const exchange = (from: string, to: string) => (text: string) => text.replaceAll(`${from}"`, `${to}"`)
  await deploy(world, name, exchange(built, own), exchange(built, own))
  return (next: string) => deploy(world, next, exchange(own, built), exchange(own, built))
}

/**
 * Deploys a version in which every script and style sheet has another name, as after a change that affects all of them,
 * and deletes the old files.
 */
export async function deployRenamed(world: World, name: string) {
  const assets = join(world.dist, 'app', 'assets')
  const old = (await readdir(assets)).filter((file) => /\.(js|css)$/.test(file))
  const names = new Map(old.map((file) => [file, file.replace(/(--[\w-]+)?(\.\w+)$/, `--${name}$2`)]))
  const renamed = (text: string) => text.replace(/[\w.$~-]+\.(?:js|css)\b/g, (file) => names.get(file) ?? file)
  for (const [file, next] of names) {
    await writeFile(join(assets, next), renamed(await readFile(join(assets, file), 'utf8')))
  }
  const index = join(world.dist, 'app', 'index.html')
  await replace(index, renamed(await readFile(index, 'utf8')))
  await deploy(world, name, renamed)
  for (const file of await readdir(assets)) {
    if (old.some((one) => file === one || file === `${one}.br` || file === `${one}.gz`)) await rm(join(assets, file))
  }
}

/** Replaces a file atomically, so that no request gets half of it. */
async function replace(file: string, text: string) {
  await writeFile(`${file}.next`, text)
  await rename(`${file}.next`, file)
}

/** Withdraws the worker (docs/operations.md#withdrawing-a-worker). */
export async function withdraw(world: World) {
  await replace(scriptOf(world), await readFile(join(world.dist, 'app', 'sw-off.js'), 'utf8'))
}

/** The final state of the next worker that the page finds: `activated`, or `redundant` when its installation failed. */
export const nextWorkerState = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = new Promise<ServiceWorker>((done) => {
      registration?.addEventListener('updatefound', () => registration.installing && done(registration.installing))
    })
    const looking = setInterval(() => void registration?.update().catch(() => undefined), 500)
    const worker = await found
    clearInterval(looking)
    return new Promise<string>((done) => {
      const look = () => ['redundant', 'activated'].includes(worker.state) && done(worker.state)
      worker.addEventListener('statechange', look)
      look()
    })
  })
