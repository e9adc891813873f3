import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { Refused } from '#data/network/failures.ts'

const Existing = v.object({ path: v.pipe(v.string(), v.startsWith('/')) })

/** Returns the path in the server's last answer for this read, if the record has another address now. */
export function useCurrentPath(readKey: readonly unknown[]): string | undefined {
  const error = useQueryClient().getQueryState(readKey)?.error
  const instead = v.safeParse(Existing, error instanceof Refused ? error.failure.existing : undefined)
  return instead.success ? instead.output.path : undefined
}
