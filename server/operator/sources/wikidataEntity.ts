import * as v from 'valibot'

const Term = v.object({ value: v.string() })
const Snak = v.object({ snaktype: v.string(), datavalue: v.optional(v.object({ value: v.unknown() })) })
const Statement = v.object({
  mainsnak: Snak,
  rank: v.string(),
  qualifiers: v.optional(v.record(v.string(), v.array(Snak)), {}),
})
type Statement = v.InferOutput<typeof Statement>

/** MediaWiki writes an empty map as an empty list. */
const mapOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.union([
      v.pipe(
        v.tuple([]),
        v.transform((): Record<string, v.InferOutput<Schema>> => ({})),
      ),
      v.record(v.string(), schema),
    ]),
    {},
  )

/** An item as `wbgetentities` answers it (https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html). */
export const Entity = v.object({
  id: v.string(),
  labels: mapOf(Term),
  descriptions: mapOf(Term),
  aliases: mapOf(v.array(Term)),
  claims: mapOf(v.array(Statement)),
})
export type Entity = v.InferOutput<typeof Entity>

const Item = v.object({ id: v.pipe(v.string(), v.regex(/^Q\d+$/)) })
/** `+1972-03-15T00:00:00Z`; precision 9 is a year, 11 a day */
const Time = v.object({ time: v.string(), precision: v.number() })
/** amount with a sign; the unit is the address of an item */
const Quantity = v.object({ amount: v.string(), unit: v.string() })

/** The best statements of a property: the preferred ones, else those of normal rank. */
function bestOf(entity: Entity, property: string): Statement[] {
  const statements = (entity.claims[property] ?? []).filter(({ mainsnak }) => mainsnak.snaktype === 'value')
  const preferred = statements.filter(({ rank }) => rank === 'preferred')
  return preferred.length > 0 ? preferred : statements.filter(({ rank }) => rank === 'normal')
}

function valuesOf<Value>(entity: Entity, property: string, schema: v.GenericSchema<unknown, Value>): Value[] {
  return bestOf(entity, property).flatMap(({ mainsnak }) => {
    const read = v.safeParse(schema, mainsnak.datavalue?.value)
    return read.success ? [read.output] : []
  })
}

/** The items that a property names. */
export function itemsOf(entity: Entity, property: string): string[] {
  return [...new Set(valuesOf(entity, property, Item).map(({ id }) => id))]
}

/** The texts of a property. */
export function textsOf(entity: Entity, property: string): string[] {
  return valuesOf(entity, property, v.string())
}

/** The dates of a property, the earliest first: days, or years where the day is unknown. */
export function datesOf(entity: Entity, property: string): string[] {
  return valuesOf(entity, property, Time)
    .flatMap(({ time, precision }) => {
      const day = /^\+(\d{4}-\d{2}-\d{2})T/.exec(time)?.[1]
      if (day === undefined || precision < 9) return []
      return [precision >= 11 ? day : day.slice(0, 4)]
    })
    .toSorted()
}

/** Units of durations in minutes (Q7727 minute, Q25235 hour, Q11574 second). */
const MINUTES: Readonly<Record<string, number>> = { Q7727: 1, Q25235: 60, Q11574: 1 / 60 }

/** A duration in whole minutes. */
export function minutesOf(entity: Entity, property: string): number | undefined {
  const [first] = valuesOf(entity, property, Quantity)
  const unit = MINUTES[first?.unit.split('/').at(-1) ?? '']
  return first && unit ? Math.round(Number(first.amount) * unit) : undefined
}

/** The items of a property with the texts and items of a qualifier. */
export function qualifiedItems(entity: Entity, property: string, qualifiers: { text: string; item: string }) {
  return bestOf(entity, property).flatMap(({ mainsnak, qualifiers: found }) => {
    const read = v.safeParse(Item, mainsnak.datavalue?.value)
    if (!read.success) return []
    const values = (name: string) => (found[name] ?? []).map(({ datavalue }) => datavalue?.value)
    const text = values(qualifiers.text).find((value) => typeof value === 'string')
    const item = values(qualifiers.item).find((value) => v.is(Item, value))
    return [{ id: read.output.id, text, item: v.is(Item, item) ? item.id : undefined }]
  })
}
