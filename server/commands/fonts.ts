/// <reference path="./subsetFont.d.ts" />
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * Subsets the Estedad font. Run it when the package or the characters below change, and commit the result. Weights
 * 400–700, split by script: Persian (needed by the first screen), Latin, accented Latin, and extended Latin.
 */
const FOLDER = 'src/ui/theme/fonts'
const WEIGHTS = { wght: { min: 400, max: 700 } }

const between = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

const PIECES = [
  {
    name: 'estedad-persian',
    script: 'arabic',
    // Letters, Arabic variants that users paste, marks, both digit rows, punctuation, spaces and joiners.
    letters: `${between(0x621, 0x63a)}${between(0x641, 0x652)}\u0654\u0670پچژکگیۀە${between(0x660, 0x669)}${between(0x6f0, 0x6f9)}،؛؟٪٫٬ـ \u00a0\u200c\u200d\u200e`,
  },
  { name: 'estedad-latin', script: 'latin', letters: `${between(0x21, 0x7e)}«»–—‘’“”•…·×©` },
  { name: 'estedad-extended', script: 'latin-ext', letters: between(0x100, 0x17f).replace(/[ıŒœŸ]/g, '') },
  { name: 'estedad-accents', script: 'latin', letters: `${between(0xc0, 0xff).replace('×', '')}ŒœıŸ¡¿°£€` },
]

await mkdir(FOLDER, { recursive: true })
for (const { name, script, letters } of PIECES) {
  const source = createRequire(import.meta.url).resolve(
    `@fontsource-variable/estedad/files/estedad-${script}-wght-normal.woff2`,
  )
  const cut = await subsetFont(await readFile(source), letters, { targetFormat: 'woff2', variationAxes: WEIGHTS })
  await writeFile(join(FOLDER, `${name}.woff2`), cut)
  console.log(`${name}: ${cut.length} bytes`)
}
