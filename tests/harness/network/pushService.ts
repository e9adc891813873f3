import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push service with its browsers. It verifies the sender (RFC 8292) and decrypts messages (RFC 8291). */
export interface PushService {
  /** Subscribes a new browser. Its `messages` are the decrypted pushes. */
  createBrowser(): Browser
  /** The response from now on; 201 accepts a message. */
  answer: { status: number; headers?: Record<string, string> }
  /** The number of requests so far. */
  requestCount: number
  close(): Promise<void>
}

export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string }; utcOffset: number }
  messages: Record<string, unknown>[]
  topics: string[]
}

export async function startPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, { take(body: Buffer, topic: string): void }>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      service.requestCount++
      const { status, headers = {} } = service.answer
      try {
        requireSender(request.headers.authorization ?? '', { publicKey, origin: originOf(request.headers.host ?? '') })
        if (status < 300) browsers.get(request.url ?? '')?.take(Buffer.concat(parts), String(request.headers.topic))
        response.writeHead(status, headers).end()
      } catch (error) {
        response.writeHead(400).end(String(error))
        failures.push(error)
      }
    })
  })
  const failures: unknown[] = []
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const originOf = (host: string) => `http://${host}`
  const service: PushService = {
    answer: { status: 201 },
    requestCount: 0,
    createBrowser() {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const browser: Browser = {
        subscription: {
          endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
          utcOffset: 210,
        },
        messages: [],
        topics: [],
      }
      browsers.set(path, {
        take(body, topic) {
          browser.messages.push(JSON.parse(open(body, { pair, auth })) as Record<string, unknown>)
          browser.topics.push(topic)
        },
      })
      return browser
    },
    async close() {
      await new Promise((done) => server.close(done))
      if (failures.length > 0) throw failures[0]
    },
  }
  return service
}

/** Throws unless `vapid t=…, k=…` is a token for this push service, signed by the key that the browser subscribed with. */
function requireSender(header: string, { publicKey, origin }: { publicKey: string; origin: string }) {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const claim = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  if (key !== publicKey || claim.aud !== origin || !/^(mailto|https):/.test(claim.sub))
    throw new Error(`sent by ${claims}`)
  const ahead = claim.exp - Date.now() / 1000
  if (ahead < 0 || ahead > 86_400) throw new Error(`good for ${ahead} s`)
  const raw = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: raw.toString('base64url', 1, 33), y: raw.toString('base64url', 33, 65) }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is not by this key')
}

/** Decrypts `aes128gcm` (RFC 8188) with the keys of RFC 8291. */
function open(body: Buffer, { pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes))
  const sealed = body.subarray(86)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
