import { type ConversionConfig, type JsonSchema as ConvertedSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 embeds it. */
export interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
}

/** Checks in code, which metadata beside them describe, and changes of an accepted value. */
const IN_CODE = ['check', 'partial_check', 'trim', 'to_lower_case']

type Convert = (schema: v.GenericSchema) => JsonSchema

export interface Conversion {
  /** Converts a schema; records inside of it become references. */
  convert: Convert
  /** The same, but a record becomes a reference itself. */
  refer: Convert
}

/**
 * Creates the conversion of the contract's schemas, as they accept their input. Throws when a schema has a part without
 * an equivalent; `v.metadata` then names one.
 */
export function createConversion(records: Readonly<Record<string, Schema>>): Conversion {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: 'input',
    definitions: records,
    ignoreActions: IN_CODE,
    overrideRef: ({ referenceId }) => referencePath(referenceId),
    overrideAction({ valibotAction, jsonSchema }) {
      if (valibotAction.type !== 'regex') return undefined
      const { source, flags } = (valibotAction as v.RegexAction<string, undefined>).requirement
      // JSON Schema's patterns are Unicode patterns.
      return flags === 'u' ? { ...jsonSchema, pattern: source } : undefined
    },
    overrideSchema({ valibotSchema, jsonSchema }) {
      if (valibotSchema.type === 'custom') return {}
      if (valibotSchema.type === 'optional') return withValidDefault(jsonSchema)
      return 'entries' in valibotSchema ? withOptionalFields(jsonSchema, valibotSchema.entries as Entries) : undefined
    },
  }
  const names = new Map<unknown, string>(Object.entries(records).map(([name, schema]) => [schema, name]))
  const refer: Convert = (schema) => {
    const name = names.get(schema)
    return name === undefined ? convert(schema) : { $ref: referencePath(name) }
  }
  const convert: Convert = (schema) => {
    // A copy: the schema itself would become a reference to itself.
    const { $schema, $defs, ...json } = toJsonSchema({ ...schema }, config)
    return withItems(json, refer)
  }
  return { convert, refer }
}

function referencePath(name: string): string {
  return `#/components/schemas/${name}`
}

type Entries = Record<string, v.GenericSchema & { fallback?: unknown }>

/** A field with a fallback may be missing. */
function withOptionalFields(json: ConvertedSchema, entries: Entries): ConvertedSchema {
  const { required = [], ...rest } = json
  const needed = required.filter((name) => entries[name] && !('fallback' in entries[name]))
  return { ...rest, ...(needed.length > 0 && { required: needed }) }
}

/** The default of a transformed value is a value after the transformation, which the input may not allow. */
function withValidDefault(json: ConvertedSchema): ConvertedSchema | undefined {
  const { default: preset, ...rest } = json
  return preset !== undefined && json.enum && !json.enum.includes(preset) ? rest : undefined
}

/** Converts the schemas that metadata name as the items of a list. */
function withItems(json: unknown, convert: Convert): JsonSchema {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== 'object' || part === null) return part
    if ('kind' in part && part.kind === 'schema') return convert(part as unknown as v.GenericSchema)
    return Object.fromEntries(Object.entries(part).map(([keyword, inner]) => [keyword, walk(inner)]))
  }
  return walk(json) as JsonSchema
}
