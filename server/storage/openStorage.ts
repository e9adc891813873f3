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
  const { openBucket } = await import('./s3Storage.ts')
  return openBucket(bucket)
}
