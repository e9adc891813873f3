import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

export type Packing = 'br' | 'gzip'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The packings the caller unpacks, best first. */
export function packingsFor(http: Context): Packing[] {
  const offered = (http.req.header('Accept-Encoding') ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0])
  return (['br', 'gzip'] as const).filter((packing) => offered.includes(packing))
}

/** Packs a text made for this one call: quickly rather than tightly. */
export function pack(text: string, packing: Packing): Promise<Buffer> {
  return packing === 'br'
    ? compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : compressGzip(text)
}
