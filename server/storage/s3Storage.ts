import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ByteRange, requireKey, resolveRange, type Storage, StorageError, type StoredPart } from './storage.ts'

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  /** origin of the store */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  /** secret */
  secretAccessKey: string
}

/** Time for a connection, in ms. */
const CONNECT_TIMEOUT = 3_000
/** Time until the store begins its answer, in ms. Not for uploads, whose answer comes after the last byte. */
const ANSWER_TIMEOUT = 10_000
/** Connections at a time: each client of a film holds one while it reads. */
const MAX_CONNECTIONS = 1_000
/** A connection without a byte ends after this time, in ms: as long as the server waits for a client that reads slowly. */
const IDLE_TIMEOUT = 300_000
/** Larger files are uploaded in parts of this size, in bytes, four at a time. S3 allows 10,000 parts. */
const PART = 16 * 1024 ** 2

/** Files in a bucket, which any number of servers share. */
export function openBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const client = new S3Client({
    ...{ region, endpoint },
    credentials: { accessKeyId, secretAccessKey },
    // The bucket in the path and no checksums in trailers: every compatible store understands both.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT,
      socketTimeout: IDLE_TIMEOUT,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  })
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: bucket, Key: key }
  }

  /** Runs a request; undefined when the file does not exist. */
  async function ifPresent<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT)
    try {
      return await run(timeout.signal)
    } catch (cause) {
      if (statusOf(cause) === 404 && !isNamed(cause, 'NoSuchBucket')) return undefined
      throw failed(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  function failed(cause: unknown): StorageError {
    const place = `The bucket ${bucket} of ${endpoint}`
    const status = statusOf(cause)
    if (status === undefined) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      const reason = isNamed(cause, 'AbortError') ? 'no answer' : (code ?? 'no connection')
      return new StorageError(`${place} cannot be reached (${reason})`, { cause })
    }
    const reason = cause instanceof Error ? cause.name : ''
    return new StorageError(`${place} refuses requests (${status} ${reason})`, { cause, isRefusal: status < 500 })
  }

  async function size(key: string): Promise<number | undefined> {
    const place = at(key)
    const found = await ifPresent((abortSignal) => client.send(new HeadObjectCommand(place), { abortSignal }))
    return found && (found.ContentLength ?? 0)
  }

  async function read(key: string, range?: ByteRange): Promise<StoredPart | 'outside' | undefined> {
    const place = at(key)
    if (range && 'last' in range) {
      // Some stores do not know ranges from the end.
      const whole = await size(key)
      const part = whole === undefined ? undefined : resolveRange(range, whole)
      return typeof part === 'object' ? read(key, part) : part
    }
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    const found = await ifPresent(async (abortSignal) => {
      try {
        return await client.send(new GetObjectCommand({ ...place, Range }), { abortSignal })
      } catch (error) {
        if (statusOf(error) === 416) return 'outside'
        throw error
      }
    })
    if (!found || found === 'outside') return found
    const length = found.ContentLength ?? 0
    const [, start = 0, end = length - 1, whole = length] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '')?.map(Number) ?? []
    return { size: whole, start, end, body: found.Body as Readable }
  }

  async function* pages(folder: string, delimiter?: string) {
    requireKey(folder)
    let ContinuationToken: string | undefined
    do {
      const request = new ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: `${folder}/`, ContinuationToken },
        ...(delimiter !== undefined && { Delimiter: delimiter }),
      })
      const page = await ifPresent((abortSignal) => client.send(request, { abortSignal }))
      if (page) yield page
      ContinuationToken = page?.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  return {
    size,
    read,
    async write(key, content) {
      const place = at(key)
      try {
        if (content instanceof Uint8Array) await client.send(new PutObjectCommand({ ...place, Body: content }))
        else {
          // The stream of a file that cannot be opened would fail before anything listens to it.
          const file = await open(content.path)
          const params = { ...place, Body: file.createReadStream() }
          await new Upload({ client, params, partSize: PART }).done()
        }
      } catch (cause) {
        throw failed(cause)
      }
    },
    async *list(folder) {
      for await (const { Contents = [] } of pages(folder)) {
        for (const { Key: key = '', Size: bytes = 0, LastModified: changedAt = new Date() } of Contents) {
          yield { key, bytes, changedAt }
        }
      }
    },
    async folders(folder) {
      const names: string[] = []
      for await (const { CommonPrefixes = [] } of pages(folder, '/')) {
        for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(folder.length + 1, -1))
      }
      return names
    },
    async remove(key) {
      const place = at(key)
      await ifPresent((abortSignal) => client.send(new DeleteObjectCommand(place), { abortSignal }))
    },
    signedAddress(key, seconds, { type, cache, disposition }) {
      const headers = {
        ResponseContentType: type,
        ResponseCacheControl: cache,
        ResponseContentDisposition: disposition,
      }
      return getSignedUrl(client, new GetObjectCommand({ ...at(key), ...headers }), { expiresIn: seconds })
    },
    async check() {
      const Bucket = bucket
      try {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(ANSWER_TIMEOUT) })
      } catch (cause) {
        throw failed(cause)
      }
    },
  }
}

/** The status of the store's answer; undefined if it did not answer. */
function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
