import { vi } from 'vitest'
import { type Authenticator, createAuthenticator } from '#tests/harness/authenticator.ts'

interface CreationOptions {
  challenge: ArrayBuffer
  rp: { id: string }
  excludeCredentials: { id: ArrayBuffer }[]
}
interface RequestOptions {
  challenge: ArrayBuffer
  rpId: string
}

/** The browser's side of passkeys, which jsdom lacks. */
export interface FakeCredentials {
  authenticator: Authenticator
  /** Dialogs that the browser showed. */
  dialogs: number
  /** Name of the error that ends every dialog. */
  failure: string | undefined
  /** Whether the device has a screen lock. */
  hasLock: boolean
  restore(): void
}

/** Gives this process a device with passkeys. Its dialogs are confirmed at once. */
export function fakeCredentials(): FakeCredentials {
  const fake: FakeCredentials = {
    authenticator: createAuthenticator(),
    dialogs: 0,
    failure: undefined,
    hasLock: true,
    restore() {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
  let userId = 0
  const show = () => {
    fake.dialogs += 1
    if (fake.failure !== undefined) throw new DOMException('the dialog ended', fake.failure)
  }
  const answer = (id: string, response: object) => ({
    id,
    rawId: bytes(id),
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
  })
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isUserVerifyingPlatformAuthenticatorAvailable: async () => fake.hasLock }),
  )
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      async create({ publicKey }: { publicKey: CreationOptions & { user: { id: ArrayBuffer } } }) {
        show()
        const { authenticator } = fake
        if (publicKey.excludeCredentials.some(({ id }) => text(id) === authenticator.id)) {
          throw new DOMException('a passkey exists', 'InvalidStateError')
        }
        userId = Number(Buffer.from(publicKey.user.id).toString())
        const { id, response } = authenticator.create({ challenge: text(publicKey.challenge), rp: publicKey.rp })
        return answer(id, {
          clientDataJSON: bytes(response.clientDataJSON),
          attestationObject: bytes(response.attestationObject),
          getTransports: () => response.transports,
        })
      },
      async get({ publicKey }: { publicKey: RequestOptions }) {
        show()
        const options = { challenge: text(publicKey.challenge), rpId: publicKey.rpId }
        const { id, response } = fake.authenticator.get(options, userId)
        return answer(id, {
          clientDataJSON: bytes(response.clientDataJSON),
          authenticatorData: bytes(response.authenticatorData),
          signature: bytes(response.signature),
          userHandle: bytes(response.userHandle),
        })
      },
    },
  })
  return fake
}

const text = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('base64url')
const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url')).buffer
