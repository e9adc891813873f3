import { pathToFileURL } from 'node:url'
import { reportError } from '#server/platform/reportError.ts'
import type { RenderHome } from './home.ts'

/** Loads the built renderer; without it pages are sent empty and render on the client. */
export async function loadRenderer(file: string): Promise<RenderHome | undefined> {
  try {
    const built: { renderHome: RenderHome } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    return built.renderHome
  } catch (error) {
    reportError('Pages are sent without content (npm run build)', error)
    return undefined
  }
}
