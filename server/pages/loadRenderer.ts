import { pathToFileURL } from 'node:url'
import type { RenderHome } from './home.ts'

/** The app as the build has left it for drawing, at this path; without it pages come empty and fill themselves. */
export async function loadRenderer(file: string): Promise<RenderHome | undefined> {
  try {
    const built: { renderHome: RenderHome } = await import(/* @vite-ignore */ pathToFileURL(file).href)
    return built.renderHome
  } catch (error) {
    console.error('Pages are sent without their content: npm run build', error)
    return undefined
  }
}
