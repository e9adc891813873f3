import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { CommandError } from '#server/operator/command.ts'

/** Below the server, which may run on the same machine. */
const PRIORITY = 10

/**
 * Runs ffmpeg or ffprobe and resolves to what it prints. `onProgress` is called with the seconds of the film that
 * ffmpeg has written. Throws a `CommandError` with the tool's last line when it fails or is not installed.
 */
export function runTool(
  tool: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  onProgress?: (seconds: number) => void,
): Promise<string> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY)
  let out = ''
  let lastLine = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!onProgress) out += text
    const [, written] = /out_time_us=(\d+)/.exec(text) ?? []
    if (written !== undefined) onProgress?.(Number(written) / 1_000_000)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastLine = text.trimEnd().split('\n').at(-1) ?? lastLine
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new CommandError(`${tool} is not installed. Films need ffmpeg.`) : error),
    )
    child.on('close', (code) => {
      if (code === 0) resolve(out)
      else reject(new CommandError(`${tool} failed: ${lastLine}`))
    })
  })
}

/** Runs ffmpeg without questions, over an existing output. */
export function runFfmpeg(args: readonly string[], onProgress?: (seconds: number) => void): Promise<string> {
  return runTool(
    'ffmpeg',
    ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1', ...args],
    onProgress,
  )
}
