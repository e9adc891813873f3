import { existsSync } from 'node:fs'

/**
 * The file of the drawing worker: beside this file in the sources. In the build this module is part of `demo/demo.js` or
 * of a shared chunk in the folder above, and the worker is `demo/drawingWorker.js`.
 */
export const WORKER_ADDRESS = import.meta.filename.endsWith('.ts')
  ? new URL('./drawingWorker.ts', import.meta.url)
  : builtWorker()

/** From the sources the worker first registers tsx: Node 20 does not read TypeScript, and loaders do not reach into workers. */
export const WORKER_ARGUMENTS: readonly string[] = WORKER_ADDRESS.pathname.endsWith('.ts')
  ? ['--import', new URL('./readTypeScript.mjs', import.meta.url).href]
  : []

function builtWorker(): URL {
  const beside = new URL('./drawingWorker.js', import.meta.url)
  return existsSync(beside) ? beside : new URL('./demo/drawingWorker.js', import.meta.url)
}
