import { fdatasyncSync, fsyncSync } from 'node:fs'
import { PGlite, type postgresMod } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What we use of Emscripten's NODEFS, which has no types. */
interface EmscriptenNodeFs {
  stream_ops: { fsync?: (stream: Stream) => number }
  /** Turns an error of Node into one that the C code gets as `errno`. */
  tryFSOperation(operation: () => void): void
}

/** An open file or folder. */
interface Stream {
  /** Node's file descriptor */
  nfd: number
  node: { mode: number }
}

/** File type bits of a mode, and their value for a folder (`man 7 inode`). */
const [FILE_TYPE, FOLDER] = [0o170_000, 0o040_000]

/**
 * PGlite's files in a folder, with the fsync that PGlite's own class lacks: there a commit that was answered is lost by a
 * power cut (https://github.com/electric-sql/pglite/issues/1107). Needs `DURABLE_START`.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(client, options)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/**
 * PGlite's start parameters with PostgreSQL's default of syncing (`-F` turns it off). Emscripten implements `fdatasync`
 * without effect, so the write-ahead log uses `fsync`. `max_wal_size` limits the segments that are kept for reuse.
 */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'],
]

function addFsync(module: postgresMod.PostgresMod): void {
  const files = module.NODEFS as unknown as EmscriptenNodeFs
  files.stream_ops.fsync = ({ nfd, node }) => {
    const isFolder = (node.mode & FILE_TYPE) === FOLDER
    // A file's length counts as data. Its times do not, and writing them would double the cost.
    files.tryFSOperation(() => (isFolder ? fsyncSync(nfd) : fdatasyncSync(nfd)))
    return 0
  }
}
