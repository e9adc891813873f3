import { existsSync } from 'node:fs'

/**
 * Where the drawing worker stands: in the file `studioWorker` with the extension of this one. In development both are
 * `.ts` in this folder; a server build must name `server/artwork/studioWorker.ts` as an entry of its own, called
 * `studioWorker`, beside the main file. Should the bundler put this module into a folder of shared parts, the worker is
 * looked for one folder up.
 */
export const WORKER_ADDRESS = workerAddress()

/**
 * From source the worker first registers the loader the development server uses, which does not reach into workers by
 * itself. Built files start plainly.
 */
export const WORKER_ARGUMENTS: readonly string[] = WORKER_ADDRESS.pathname.endsWith('.ts')
  ? ['--import', new URL('./readTypeScript.mjs', import.meta.url).href]
  : []

function workerAddress(): URL {
  const name = `studioWorker${extensionOf(import.meta.url)}`
  const [beside, above] = [new URL(`./${name}`, import.meta.url), new URL(`../${name}`, import.meta.url)]
  return existsSync(beside) || !existsSync(above) ? beside : above
}

function extensionOf(address: string): string {
  return /\.[cm]?[jt]s(?=$|\?)/.exec(address)?.[0] ?? '.js'
}
