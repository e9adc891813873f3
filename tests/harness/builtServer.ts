import { freePort } from './network/relay.ts'
import { type Running, run } from './processes.ts'

/** The built server in its own process and data folder. */
export interface BuiltServer extends Running {
  folder: string
  api: string
  app: string
  ports: { APP_PORT: string; API_PORT: string }
}

/**
 * Options of Node for a server that lives for minutes: without the optimizing compiler of WebAssembly, which takes half
 * of the processor time of a start and pays off after many queries.
 */
export const SHORT_LIVED = ['--liftoff-only']

/** Starts the built server without waiting for it. */
export async function startBuiltServer(
  folder: string,
  env: Record<string, string> = {},
  main = 'dist/server/main.js',
): Promise<BuiltServer> {
  const ports = { APP_PORT: String(await freePort()), API_PORT: String(await freePort()) }
  const all = { ...ports, DATA_DIR: folder, DATABASE_URL: '', DRAW_AHEAD: '0', ...env }
  return {
    ...run('node', [...SHORT_LIVED, main], all),
    folder,
    ports,
    api: `http://localhost:${all.API_PORT}`,
    app: `http://localhost:${all.APP_PORT}`,
  }
}

/** Sends a request as the app does. */
export async function call(
  server: Pick<BuiltServer, 'api'>,
  path: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = {},
) {
  const cookie = (await fetch(`${server.api}/sanctum/csrf-cookie`)).headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const response = await fetch(`${server.api}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      Cookie: cookie,
      'X-XSRF-TOKEN': cookie.split('=')[1] ?? '',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const json: any = response.status === 204 ? undefined : await response.json()
  return { status: response.status, json }
}
