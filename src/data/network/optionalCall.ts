import { Refused } from './failures.ts'

/** Whether the server lacks the call (docs/backend.md), or the record that the call names. */
export function isMissing(failure: unknown): failure is Refused {
  return failure instanceof Refused && (failure.status === 404 || failure.status === 405)
}

/**
 * Returns the answer of an optional call, or what `instead` finds on a server without it. `undefined` from `instead`
 * means that the record is missing too: throws the refusal. Throws what `call` throws.
 */
export async function callOr<Answer>(
  attempt: Promise<Answer>,
  instead: () => Promise<Answer | undefined> | Answer | undefined,
): Promise<Answer> {
  try {
    return await attempt
  } catch (failure) {
    if (!isMissing(failure)) throw failure
    const found = await instead()
    if (found === undefined) throw failure
    return found
  }
}
