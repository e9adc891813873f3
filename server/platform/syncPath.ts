import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes a file's content, or created, renamed and deleted names in a folder, survive a power cut. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
