import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer } from 'vite'

/**
 * `npm run dev`: Vite serves the app with hot reload on APP_PORT; the API on API_PORT restarts when one of its files
 * changes.
 */
const appPort = Number(process.env.APP_PORT ?? 4173)
const env = { ...process.env, APP_PORT: '0', APP_ORIGINS: originsOf(appPort), CHECK_REPLIES: '1' }

const api: ChildProcess = spawn(
  process.execPath,
  [resolve('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  { env, stdio: 'inherit' },
)
const app = await createServer({ server: { port: appPort, strictPort: true } })
await app.listen()
app.printUrls()

api.once('exit', (code) => void stop(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => api.kill(signal))

async function stop(code: number) {
  await app.close()
  process.exit(code)
}

function originsOf(port: number): string {
  return process.env.APP_ORIGINS ?? ['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`).join()
}
