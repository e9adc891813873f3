import { Refused } from './failures.ts'

/** Whether the server lacks the call (docs/backend.md), or the record that the call names. */
export function isMissing(failure: unknown): failure is Refused {
  return failure instanceof Refused && (failure.status === 404 || failure.status === 405)
}

/** Returns the answer of a call, or undefined where the call or its record is missing. Throws what `call` throws. */
export async function unlessMissing<Answer>(attempt: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await attempt
  } catch (failure) {
    if (isMissing(failure)) return undefined
    throw failure
  }
}

/**
 * Returns the data of an optional call, or what `instead` finds on a server without it. `undefined` from `instead`
 * means that the record is missing: throws the refusal. Throws what `call` throws.
 */
export async function dataOr<Data>(
  attempt: Promise<{ data: Data }>,
  instead: () => Promise<Data | undefined> | Data | undefined,
): Promise<Data> {
  try {
    return (await attempt).data
  } catch (failure) {
    if (!(failure instanceof Refused && failure.lacksCall)) throw failure
    const found = await instead()
    if (found === undefined) throw failure
    return found
  }
}
