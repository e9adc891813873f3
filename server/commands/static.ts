import { parseArgs } from 'node:util'
import { loadRenderer } from '#server/pages/loadRenderer.ts'
import { writeStaticSite } from '#server/pages/staticSite.ts'

/**
 * `npm run static -- --api https://api.example.com` writes the built app for a static host to `dist/static` (`--out`),
 * with the current content of the home; run it again to refresh that. The host must serve `shell.html` for paths that
 * are no file.
 */
const { values } = parseArgs({ options: { api: { type: 'string' }, out: { type: 'string', default: 'dist/static' } } })
const { api, out } = values
const render = await loadRenderer('dist/page/serverPage.js')
if (api === undefined || !URL.canParse(api))
  end('Say where the API is: npm run static -- --api https://api.example.com')
if (!render) end('Build the app first: npm run build')

const ask = async (path: string) => {
  const answer = await fetch(`${api.replace(/\/+$/, '')}${path}`, { headers: { Accept: 'application/json' } })
  if (!answer.ok) end(`${path} answers ${answer.status}`)
  return answer.json()
}
await writeStaticSite({ from: 'dist/app', to: out, api, ask, render, now: new Date() })
console.log(`${out} is ready; addresses that are no file are to be answered with shell.html`)

function end(problem: string): never {
  console.error(problem)
  process.exit(1)
}
