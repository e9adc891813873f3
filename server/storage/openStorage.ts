import { openFolder } from './folderStorage.ts'
import type { S3Settings } from './s3Storage.ts'
import type { Storage } from './storage.ts'

/** Where the operator's films and pictures are. */
export interface StorageSettings {
  dataDir: string
  /** the bucket; without it the files are in the data folder */
  bucket: S3Settings | undefined
}

/** Opens the operator's films and pictures. The client for S3 is loaded only for a bucket. */
export async function openStorage({ dataDir, bucket }: StorageSettings): Promise<Storage> {
  if (!bucket) return openFolder(dataDir)
  // Later versions of the client need Node 22; its warning would be no line of the log.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const { openBucket } = await import('./s3Storage.ts')
  return openBucket(bucket)
}
