import S3rver from '@20minutes/s3rver'
import v4 from '@20minutes/s3rver/lib/signature/v4.js'
import type { S3Settings } from '#server/storage/s3Storage.ts'
import { freePort } from './relay.ts'

/** An S3 server with one bucket. It checks signatures. */
export interface S3Server {
  settings: S3Settings
  /** settings of a server that uses the bucket */
  env: Record<string, string>
  /** Starts it again, with the same files and port. */
  start(): Promise<void>
  /** Ends it and closes its connections. */
  end(): Promise<void>
}

/** The only key pair that the server knows. */
const KEY = 'S3RVER'

// s3rver leaves out the slash with which clients sign requests for a whole bucket.
const { getStringToSign } = v4
v4.getStringToSign = (request, signature) =>
  getStringToSign({ ...request, uri: request.uri.replace(/^\/[^/]+$/, '$&/') }, signature)

/**
 * Starts a server whose files are in `folder`. `cors`: the bucket's rules, as for Amazon S3. `relayed`: returns the port of a
 * relay in front of it, which clients use then.
 */
export async function startS3Server(
  folder: string,
  { cors, relayed }: { cors?: string; relayed?: (port: number) => Promise<number> } = {},
): Promise<S3Server> {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${relayed ? await relayed(port) : port}`
  const settings = { endpoint, region: 'us-east-1', bucket: 'parde', accessKeyId: KEY, secretAccessKey: KEY }
  let server: S3rver | undefined
  const start = async () => {
    const configureBuckets = [{ name: settings.bucket, configs: cors === undefined ? [] : [cors] }]
    server = new S3rver({ address: '127.0.0.1', port, directory: folder, silent: true, configureBuckets })
    await server.run()
  }
  await start()
  return {
    settings,
    env: {
      ...{ STORAGE: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: settings.bucket },
      ...{ S3_ACCESS_KEY_ID: KEY, S3_SECRET_ACCESS_KEY: KEY },
    },
    start,
    async end() {
      const closed = server?.close()
      server?.httpServer.closeAllConnections()
      server = undefined
      await closed
    },
  }
}
