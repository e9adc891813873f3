import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildDocument } from '#server/openapi/document.ts'

/** Writes docs/openapi.json. A test fails while the committed file differs from the contract. */
const file = resolve(import.meta.dirname, '../../docs/openapi.json')
await writeFile(file, `${JSON.stringify(await buildDocument(), null, 2)}\n`)
