import { chmodSync, rmSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { socketPath } from '#server/database/folderLock.ts'

const NAME = 'operator.sock'

/**
 * Serves the operator's commands on a socket in the data folder, for the account that runs the server alone: the embedded
 * database has one process, so the operator's program asks it. The folder must be locked. Returns the function that
 * closes the socket.
 */
export async function listenForOperator(api: Hono, folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder, NAME)
  // Left behind by a killed process: the lock says that none is alive.
  rmSync(path, { force: true })
  const server = createAdaptorServer({ fetch: api.fetch }) as Server
  // An import of a large catalogue takes longer than Node lets a request take.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

/** Sends a command to the server of a data folder. Resolves to undefined when no server runs there. */
export function sendToServer(
  folder: string,
  path: string,
  file: ReadableStream<Uint8Array> | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socketPath(folder, NAME), path, method: 'POST' }, (answer) =>
      resolve(Readable.toWeb(answer) as ReadableStream<Uint8Array>),
    )
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    // An error of the call is handled above; one of the file ends the call, and the command with it.
    if (file) pipeline(Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0]), call, () => undefined)
    else call.end()
  })
}
