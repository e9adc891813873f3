import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Writes `.br` and `.gz` beside each text file that they make smaller: `compress.ts dist/app`. */
const TEXT_EXTENSIONS = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest', '.txt'])
/** Smaller files are not compressed, in bytes. */
const MIN_SIZE = 256

const [folder = 'dist/app'] = process.argv.slice(2)
const { before, after } = compressTexts(folder)
console.log(`compressed ${Math.round(before / 1024)} kB of text to ${Math.round(after / 1024)} kB`)

/** Returns the sizes of all texts before and after, in bytes. */
function compressTexts(folder: string): { before: number; after: number } {
  let [before, after] = [0, 0]
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT_EXTENSIONS.has(extname(name))) continue
    const file = join(folder, name)
    const content = readFileSync(file)
    if (content.length < MIN_SIZE) continue
    const brotli = brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    })
    const gzip = gzipSync(content, { level: 9 })
    if (brotli.length < content.length) writeFileSync(`${file}.br`, brotli)
    if (gzip.length < content.length) writeFileSync(`${file}.gz`, gzip)
    before += content.length
    after += Math.min(brotli.length, content.length)
  }
  return { before, after }
}
