import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectTls } from 'node:tls'

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface SecureReply {
  status: number
  headers: IncomingHttpHeaders
}

/** A client that speaks HTTP/2 over TLS with a server of this machine, under any host name. */
export interface SecureClient {
  /** Sends a call and reads the whole reply. */
  request(host: string, path: string, call?: Call): Promise<SecureReply & { body: Buffer }>
  /** Sends a call and returns when the head of the reply has arrived. Closing the stream ends the connection. */
  open(host: string, path: string, call?: Call): Promise<SecureReply & { stream: ClientHttp2Stream }>
}

/** `from`: the client's own address. Every call has a connection of its own. */
export function createSecureClient(port: number, ca: () => Buffer, from: string): SecureClient {
  const open: SecureClient['open'] = (host, path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const socket = { host: '127.0.0.1', port, servername: host, ca: ca(), localAddress: from, ALPNProtocols: ['h2'] }
      const session = connect(`https://${host}`, { createConnection: () => connectTls(socket) })
      session.on('error', reject)
      const length: Record<string, string> =
        body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
      const stream = session.request({ ':method': method, ':path': path, ':authority': host, ...length, ...headers })
      stream.on('error', reject)
      stream.on('close', () => {
        session.close()
        reject(new Error(`The connection to ${host} was closed before it answered ${path}`))
      })
      stream.on('response', (head) => resolve({ status: Number(head[':status']), headers: head, stream }))
      stream.end(body)
    })
  return {
    open,
    async request(host, path, call) {
      const { status, headers, stream } = await open(host, path, call)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return { status, headers, body: Buffer.concat(chunks) }
    },
  }
}
