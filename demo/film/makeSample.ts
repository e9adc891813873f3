import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import sharp from 'sharp'
import { openTypeface } from '#demo/artwork/font.ts'
import sample from '#demo/sample/sample.json' with { type: 'json' }
import { frameAt } from './frame.ts'
import { melody, SAMPLE_RATE } from './melody.ts'
import { FRAMES_PER_SECOND, HIGH, REEL_SECONDS, WIDE } from './time.ts'

/**
 * Creates the sample film (`demo/sample`) with ffmpeg. Run it when the drawing or the sound changes, and commit the
 * result. Each file has one track in fragments of four seconds, which the server joins for streams and downloads.
 */
const SAMPLE = 'demo/sample'
const FRAGMENT = 4
/** Samples per AAC packet; the film has a whole number of packets. */
const PACKET = 1024
const FRAGMENTED = [
  '-movflags',
  '+empty_moov+default_base_moof+frag_keyframe',
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
]
const COLORS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

const folder = await mkdtemp(join(tmpdir(), 'sample-'))
const drawn = process.argv[2] ?? join(folder, 'drawn.mkv')
try {
  if (process.argv[2] === undefined) await draw(drawn)
  await film('1080p', 1080, 31)
  await film('720p', 720, 30)
  await film('480p', 480, 29)
  await filmAv1('720p', 720, 44)
  await sound('original')
  await sound('dubbed')
  await thumbnails()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function draw(file: string) {
  const typeface = await openTypeface()
  const size = `${WIDE}x${HIGH}`
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(FRAMES_PER_SECOND), '-i', 'pipe:0']
  await ffmpeg([...raw, '-c:v', 'libx264rgb', '-preset', 'ultrafast', '-qp', '0', file], async (input) => {
    for (let frame = 0; frame < REEL_SECONDS * FRAMES_PER_SECOND; frame++) {
      const svg = frameAt(frame / FRAMES_PER_SECOND, typeface, sample.name)
      const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
      if (!input.write(pixels)) await once(input, 'drain')
    }
  })
}

function film(quality: string, height: number, crf: number) {
  const keys = String(FRAGMENT * FRAMES_PER_SECOND)
  const coding = [
    '-c:v',
    'libx264',
    '-profile:v',
    height > 480 ? 'high' : 'main',
    '-preset',
    'medium',
    '-tune',
    'animation',
    '-crf',
    String(crf),
  ]
  const pictures = ['-bf', '0', '-g', keys, '-keyint_min', keys, '-sc_threshold', '0']
  return ffmpeg([
    '-i',
    drawn,
    ...scaled(height),
    ...coding,
    ...pictures,
    ...FRAGMENTED,
    `${SAMPLE}/video-${quality}.mp4`,
  ])
}

function filmAv1(quality: string, height: number, crf: number) {
  const keys = String(FRAGMENT * FRAMES_PER_SECOND)
  const coding = ['-c:v', 'libsvtav1', '-preset', '9', '-crf', String(crf), '-g', keys]
  return ffmpeg(['-i', drawn, ...scaled(height), ...coding, ...FRAGMENTED, `${SAMPLE}/video-${quality}-av1.mp4`])
}

function scaled(height: number): string[] {
  const width = Math.round((height * WIDE) / HIGH / 2) * 2
  const scale = `scale=${width}:${height}:flags=lanczos:out_color_matrix=bt709:out_range=tv`
  return [
    '-an',
    '-vf',
    scale,
    '-pix_fmt',
    'yuv420p',
    ...COLORS,
    '-video_track_timescale',
    String(FRAMES_PER_SECOND * 1000),
  ]
}

function sound(voice: 'original' | 'dubbed') {
  const raw = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0']
  const packets = String((REEL_SECONDS * SAMPLE_RATE) / PACKET)
  const coding = ['-c:a', 'aac', '-b:a', '40k', '-frames:a', packets]
  const fragments = ['-frag_duration', String(FRAGMENT * 1_000_000), ...FRAGMENTED]
  return ffmpeg([...raw, ...coding, ...fragments, `${SAMPLE}/audio-${voice}.mp4`], async (input) => {
    input.write(new Uint8Array(melody(voice).buffer))
  })
}

/** One thumbnail per fragment, in rows of five. */
function thumbnails() {
  const tiles = `select='eq(mod(n\\,${FRAGMENT * FRAMES_PER_SECOND})\\,${2 * FRAMES_PER_SECOND})',scale=160:90:flags=lanczos,tile=5x2`
  return ffmpeg([
    '-i',
    drawn,
    '-vf',
    tiles,
    '-frames:v',
    '1',
    '-q:v',
    '4',
    '-fflags',
    '+bitexact',
    `${SAMPLE}/thumbnails.jpg`,
  ])
}

async function ffmpeg(parameters: string[], feed?: (input: Writable) => Promise<void>) {
  const encoder = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...parameters], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(encoder, 'exit')
  await feed?.(encoder.stdin)
  encoder.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
