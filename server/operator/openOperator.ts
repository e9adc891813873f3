import { userInfo } from 'node:os'
import type { Places } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { type CommandEvent, type CommandName, createOperatorApi } from './operatorApi.ts'
import { sendToServer } from './operatorSocket.ts'

interface Order {
  command: CommandName
  input: object
  /** the file that the command reads */
  openFile?: (() => ReadableStream<Uint8Array>) | undefined
}

/**
 * Runs a command and yields its events: in the server of the data folder when one runs there, otherwise in this process.
 * With `databaseUrl` always in this process, beside any number of servers.
 */
export async function* runOrder(
  { dataDir, databaseUrl, bucket, mayUseTmdb }: Places,
  { command, input, openFile }: Order,
): AsyncGenerator<CommandEvent> {
  const query = new URLSearchParams({ input: JSON.stringify(input), operator: userInfo().username })
  const path = `/${command}?${query}`
  const running = databaseUrl === undefined ? await sendToServer(dataDir, path, openFile?.()) : undefined
  if (running) {
    yield* readEvents(running)
    return
  }
  const release = databaseUrl === undefined ? await lockFolder(dataDir) : async () => undefined
  try {
    const connection = await connect({ url: databaseUrl, folder: `${dataDir}/database` })
    try {
      // A backup is of the database as it is.
      if (command !== 'backup') await migrate(connection)
      const api = createOperatorApi({
        connection,
        clock: () => new Date(),
        dataDir,
        storage: await openStorage({ dataDir, bucket }),
        mayUseTmdb,
      })
      const body = openFile?.() ?? null
      const answer = await api.request(`http://operator${path}`, {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit)
      if (answer.body) yield* readEvents(answer.body)
    } finally {
      await connection.close()
    }
  } finally {
    await release()
  }
}

async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<CommandEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
  if (rest !== '')
    yield { error: 'The server ended before the command. Run it again: rows that were written are recognised.' }
}
