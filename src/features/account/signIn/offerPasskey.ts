import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account.ts'
import { PASSKEYS_MAX } from '#contract/passkeys.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { reportError } from '#data/platform/reportError.ts'
import { readQuery } from '#data/react/readHooks.ts'
import {
  canStorePasskey,
  createPasskey,
  passkeys,
  rememberPasskeyOffer,
  wasOfferedPasskey,
} from '#data/session/passkeys.ts'
import { showCreationResult } from '#features/account/session/passkeyResults.ts'
import { failureText } from '#text/failures.ts'
import { passkeysText } from '#text/passkeys.ts'
import { currentSnackbar, showSnackbar, watchSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * Offers a passkey after a sign-in with a password, once per user and device. Offers none where the device cannot store
 * one, or the server has no passkeys or no room for another one.
 */
export async function offerPasskey(client: QueryClient, { id }: User): Promise<void> {
  if (wasOfferedPasskey(id) || !(await canStorePasskey())) return
  const known = await client.fetchQuery(readQuery(passkeys())).catch(ignoring(...EXPECTED_ERRORS))
  if (known === undefined || known.length >= PASSKEYS_MAX) return
  await untilNoSnackbar()
  rememberPasskeyOffer(id)
  showSnackbar({
    text: passkeysText.offer,
    action: { label: passkeysText.create, act: () => void create(client) },
    decline: passkeysText.notNow,
  })
}

async function create(client: QueryClient): Promise<void> {
  try {
    showCreationResult(await createPasskey())
    await client.invalidateQueries({ queryKey: passkeys().key })
  } catch (failure) {
    reportError(failure)
    showSnackbar({ text: failureText.default, tone: 'warning' })
  }
}

/** The action of a guest, which runs after the sign-in, may have its own message. */
function untilNoSnackbar(): Promise<void> {
  return new Promise((done) => {
    const check = () => {
      if (currentSnackbar()) return
      unwatch()
      done()
    }
    const unwatch = watchSnackbar(check)
    check()
  })
}
