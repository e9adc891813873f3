import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Endpoint, Schema } from '#contract/endpoint.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CONTRACT = join(ROOT, 'src/contract')

/** One call of the contract with its name, for example `titles.show`, and the area that declares it. */
export interface ContractCall {
  id: string
  area: string
  endpoint: Endpoint<unknown, unknown, unknown, unknown>
}

export interface Contract {
  calls: ContractCall[]
  /** exported schemas of records by name */
  records: Record<string, Schema>
  /** source text of each module, for its comments */
  sources: string[]
}

const RECORD_TYPES = ['object', 'union', 'variant']

/** Loads every call and record of `src/contract`, in the order of the files. */
export async function loadContract(): Promise<Contract> {
  const contract: Contract = { calls: [], records: {}, sources: [] }
  const files = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts')).toSorted()
  for (const file of files) {
    contract.sources.push(await readFile(join(CONTRACT, file), 'utf8'))
    const exported: Record<string, unknown> = await import(pathToFileURL(join(CONTRACT, file)).href)
    for (const [name, value] of Object.entries(exported)) {
      if (isRecord(name, value)) contract.records[name] = value
      if (!name.endsWith('Api')) continue
      const area = name.slice(0, -'Api'.length)
      for (const [call, endpoint] of Object.entries(value as Record<string, ContractCall['endpoint']>)) {
        contract.calls.push({ id: `${area}.${call}`, area, endpoint })
      }
    }
  }
  return contract
}

function isRecord(name: string, value: unknown): value is Schema {
  return (
    /^[A-Z]/.test(name) && v.is(v.looseObject({ kind: v.literal('schema'), type: v.picklist(RECORD_TYPES) }), value)
  )
}

/** The calls that docs/specification.md, section 7, names: `GET /api/titles/{id}`. */
export async function specifiedCalls(): Promise<Set<string>> {
  const text = await readFile(join(ROOT, 'docs/specification.md'), 'utf8')
  const section = /^## 7\.[\s\S]*?(?=^## 8\.)/m.exec(text)?.[0] ?? ''
  return new Set(
    [...section.matchAll(/\b(GET|POST)(?: \|)? (\/[\w/{}-]+)/g)].map(([, method, path]) => `${method} ${path}`),
  )
}
