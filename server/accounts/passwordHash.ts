import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt parameters (RFC 7914): cost, block size, parallelism. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** The OWASP cheat sheet's strength at 16 MiB per hash. Stored with each hash, so it can be raised later. */
export const PASSWORD_COST: PasswordCost = { N: 16_384, r: 8, p: 5 }

const KEY_BYTES = 32
const SALT_BYTES = 16

/** `scrypt$N$r$p$salt$hash` */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes as long for an unknown account (`stored` is null) as for a wrong password. */
export async function verifyPassword(password: string, stored: string | null, cost: PasswordCost): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? nobodys(cost)).split('$')
  const expected = Buffer.from(hash ?? '', 'base64url')
  const key = await derive(password, Buffer.from(salt ?? '', 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(key, expected) && stored !== null
}

function nobodys({ N, r, p }: PasswordCost): string {
  const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64url')
  return ['scrypt', N, r, p, zeros(SALT_BYTES), zeros(KEY_BYTES)].join('$')
}

/** Each hash uses a thread and 16 MiB. Further ones queue, so that file access and DNS still get threads. */
const MAX_CONCURRENT_HASHES = 2
/** Shared by all servers of the process, as Node's thread pool is. */
const inTurn = createQueue(MAX_CONCURRENT_HASHES)

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        // The same characters can be typed composed or decomposed.
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

/** Returns a function that runs at most `atOnce` tasks at a time, in order. */
function createQueue(atOnce: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
