import { pathToFileURL } from 'node:url'
import type { DrawHome } from './home.ts'

/** The app as the build has left it for drawing, at this path; without it pages come empty and fill themselves. */
export async function loadDrawing(file: string): Promise<DrawHome | undefined> {
  try {
    const built: { renderHome: DrawHome } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    return built.renderHome
  } catch (error) {
    console.error('Pages are sent without their content: npm run build', error)
    return undefined
  }
}
