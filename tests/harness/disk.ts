import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own whose power a test can cut. */
export interface Disk {
  /** The mounted folder. */
  folder: string
  /** Loses everything that was not synced: from now on nothing reaches the disk, and writes fail. */
  cutPower(): void
  /** Uses up all space. */
  fill(): void
  /** Frees the space that `fill` used. */
  empty(): void
  /** Mounts the disk again as it was when the power was cut. All processes that use it must have ended. */
  restorePower(): void
  remove(): void
}

/** The disk's size: a server's data folder without films has about 150 MB. */
const MEGABYTES = 600
/**
 * The kernel writes data to the disk by itself after 5 s by default, which would hide a missing sync. In seconds, and
 * without ext4's syncing of replaced files (`man 5 ext4`).
 */
const MOUNT_OPTIONS = 'loop,commit=300,noauto_da_alloc'
/** EXT4_IOC_SHUTDOWN with NOLOGFLUSH (fs/ext4/ioctl.c): xfstests simulates power cuts with it. Node has no `ioctl`. */
const CUT =
  'open(my $disk, "<", $ARGV[0]) or die $!; my $flag = pack("L", 2); ioctl($disk, 0x8004587d, $flag) or die $!'

/** Why this machine cannot make such disks; undefined where it can. */
export function missingForDisks(): string | undefined {
  if (process.platform !== 'linux') return 'not Linux'
  if (process.getuid?.() !== 0) return 'not root'
  try {
    createDisk().remove()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Creates an empty ext4 disk in a file. Needs root, loop devices, mkfs.ext4 and perl. */
export function createDisk(): Disk {
  const home = mkdtempSync(join(tmpdir(), 'parde-disk-'))
  const [image, folder] = [join(home, 'image'), join(home, 'disk')]
  const filler = join(folder, 'filler')
  // PostgreSQL's data on the disk belongs to another account.
  chmodSync(home, 0o711)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, MEGABYTES * 1_048_576)
  const empty = () => rmSync(filler, { force: true })
  const mount = () => must('mount', '-o', MOUNT_OPTIONS, image, folder)
  try {
    // Without blocks that only root may use.
    must('mkfs.ext4', '-q', '-F', '-m', '0', image)
    mount()
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
  const abandon = () => spawnSync('umount', ['--lazy', folder])
  process.once('exit', abandon)
  return {
    folder,
    cutPower: () => must('perl', '-e', CUT, folder),
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      // The file's own metadata takes some of the blocks.
      for (let blocks = bavail, end = 0; blocks > 0; blocks = blocks >> 1) {
        const size = blocks * bsize
        const { status } = spawnSync('fallocate', ['-o', String(end), '-l', String(size), filler])
        if (status === 0) end += size
      }
    },
    empty,
    restorePower() {
      must('umount', folder)
      mount()
      // The removal may not have been synced.
      empty()
    },
    remove() {
      process.off('exit', abandon)
      must('umount', folder)
      rmSync(home, { recursive: true })
    },
  }
}

function must(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
