import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { CommandError } from './command.ts'

/** The version that the caller has seen; without it a change applies to every version. */
export const seenVersion = v.optional(v.string())

/** A short hash of a record's facts: two states with the same facts have the same version. */
export function recordVersion(facts: object): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12)
}

/**
 * Throws a `CommandError` if the record is not in the version that the caller has seen. Without a version every state is
 * accepted. Call it with the record's row locked.
 */
export function requireVersion(name: string, facts: object, seen: string | undefined): void {
  const version = recordVersion(facts)
  if (seen !== undefined && seen !== version)
    throw new CommandError(`${name} has changed since version ${seen}: it has version ${version} now.`)
}

/** The facts that differ, before and after a change. */
export function changedFacts(before: object, after: object): { before: object; after: object } {
  const names = Object.keys(after).filter(
    (name) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
  )
  const of = (facts: object) => Object.fromEntries(names.map((name) => [name, Reflect.get(facts, name)]))
  return { before: of(before), after: of(after) }
}
