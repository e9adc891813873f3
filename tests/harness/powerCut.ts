import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own whose power a test can cut. */
export interface Disk {
  /** The mounted folder. */
  folder: string
  /** Loses everything that was not synced: from now on nothing reaches the disk, and writes fail. */
  cutPower(): void
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
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, MEGABYTES * 1_048_576)
  const mount = () => must('mount', '-o', MOUNT_OPTIONS, image, folder)
  try {
    must('mkfs.ext4', '-q', '-F', image)
    mount()
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
  return {
    folder,
    cutPower: () => must('perl', '-e', CUT, folder),
    restorePower() {
      must('umount', folder)
      mount()
    },
    remove() {
      must('umount', folder)
      rmSync(home, { recursive: true })
    },
  }
}

function must(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
