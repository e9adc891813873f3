import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMissing } from './reportError.ts'
import { StartupError } from './startupError.ts'
import { syncPath } from './syncPath.ts'

interface StoredSecret {
  file: string
  create: () => string
  /** Whether the file's text is complete. */
  isValid: (text: string) => boolean
  /** Names the setting that replaces the file, for the message. */
  setting: string
}

/**
 * Reads a secret that the first start created; only this user can read it. The file appears complete or not at all, also
 * on a full disk or after a power cut. Throws `StartupError` for an invalid file: replacing it silently would
 * invalidate what the lost secret signed, and using it would let anyone forge signatures.
 */
export function readOrCreateSecret({ file, create, isValid, setting }: StoredSecret): string {
  const text = readIfPresent(file) ?? createFile(file, create())
  if (isValid(text)) return text
  throw new StartupError(
    `${file} is not a valid secret: it may be cut off. Restore it from a backup or set ${setting}. If nothing it signed matters, delete it; the next start creates another.`,
  )
}

function readIfPresent(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    // A copy from a backup may not be on the disk yet.
    syncPath(file)
    return text
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Returns the text of the file, which another process may have created first. */
function createFile(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    // Unlike `rename`, `link` fails if the file exists: two first starts at once end with the same secret.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncPath(dirname(file))
  return readFileSync(file, 'utf8').trim()
}
