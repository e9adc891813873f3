import * as v from 'valibot'
import { accountApi, type User } from '#contract/account.ts'
import { CreatedPasskey, Passkey, PasskeyAssertion, PasskeyDoor, passkeysApi } from '#contract/passkeys.ts'
import { beginSession, readSession } from '#data/database/session.ts'
import { type Read, read, uncachedRead } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { errorName } from '#data/platform/errorName.ts'
import { holdReload } from '#data/platform/reloadGuard.ts'
import { localItems } from '#data/platform/webStorage.ts'

/**
 * Why the browser gave no passkey. `cancelled`: the user closed its dialog, or did not answer. `known`: this device has
 * a passkey of the account. `unsupported`: this device cannot store one, or not for this address. `failed`: the
 * authenticator gave no reason.
 */
type CeremonyProblem = 'cancelled' | 'known' | 'unsupported' | 'failed'
export type PasskeyResult<Data> = CallResult<Data> | { ok: false; problem: CeremonyProblem }

/** Loaded with the first passkey (docs/decisions/062-passkeys.md). */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys. They belong to a host name, so an IP address has none. */
export function hasPasskeys(): boolean {
  const { hostname } = globalThis.location
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(hostname)
}

/** Reads whether the server signs in with passkeys. `missing`: the server does not support it. */
export function passkeyLogin(): Read<v.InferOutput<typeof PasskeyDoor>> {
  return read({
    key: ['passkey-door'],
    shape: PasskeyDoor,
    fetch: async (options) => (await call(passkeysApi.show, {}, options)).data,
  })
}

/** Lists the user's passkeys. */
export function passkeys(): Read<Passkey[]> {
  return uncachedRead({
    key: ['passkeys'],
    shape: v.array(Passkey),
    fetch: async (options) => (await call(passkeysApi.all, {}, options)).data,
  })
}

/** Creates a passkey of the signed-in user on this device, after the user confirmed in the browser's dialog. */
export function createPasskey(): Promise<PasskeyResult<Passkey>> {
  return holdingReload(async () => {
    const { library, options } = await prepare(() => call(passkeysApi.options, {}))
    if (!options.ok) return options
    const made = await ceremony(() => library.startRegistration({ optionsJSON: options.data }))
    if ('problem' in made) {
      if (made.problem === 'known') await rememberPasskeyOfUser()
      return made
    }
    return callResult(async () => {
      const { data } = await call(passkeysApi.create, { body: v.parse(CreatedPasskey, made.answer) })
      await rememberPasskeyOfUser()
      return data
    })
  })
}

/** Signs in with a passkey that the user chooses in the browser's dialog. Online only. */
export function signInWithPasskey(): Promise<PasskeyResult<User>> {
  return holdingReload(async () => {
    const { library, options } = await prepare(() => call(passkeysApi.signInOptions, {}))
    if (!options.ok) return options
    const made = await ceremony(() => library.startAuthentication({ optionsJSON: options.data }))
    if ('problem' in made) return made
    return callResult(async () => {
      const { data } = await call(passkeysApi.signIn, { body: v.parse(PasskeyAssertion, made.answer) })
      rememberPasskeyOffer(data.user.id)
      await beginSession(data.token, data.user)
      return data.user
    })
  })
}

/** Removes a passkey: it no longer signs in. Devices stay signed in. */
export function removePasskey(id: Passkey['id']): Promise<CallResult<unknown>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    return call(passkeysApi.remove, { params: { id } })
  })
}

/** Whether this user was offered a passkey on this device, or has one here. */
export function wasOfferedPasskey(userId: User['id']): boolean {
  return localItems.get(`parde-passkey-offered:${userId}`) !== null
}

export function rememberPasskeyOffer(userId: User['id']): void {
  localItems.set(`parde-passkey-offered:${userId}`, '1')
}

/** Whether this device can store a passkey and has a lock that confirms its user. */
export async function canStorePasskey(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

async function rememberPasskeyOfUser(): Promise<void> {
  const session = await readSession()
  if (session) rememberPasskeyOffer(session.user.id)
}

/** Loads the library while the server makes the options of the browser's dialog. */
async function prepare<Options>(ask: () => Promise<{ data: Options }>) {
  const [library, options] = await Promise.all([
    loadLibrary(),
    callResult(async () => {
      await call(accountApi.csrfCookie, {})
      return (await ask()).data
    }),
  ])
  return { library, options }
}

const PROBLEMS: Readonly<Record<string, CeremonyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  UnknownError: 'failed',
}

/** Runs the browser's dialog. Throws errors that it has no reason for. */
async function ceremony<Answer>(
  run: () => Promise<Answer>,
): Promise<{ answer: Answer } | { ok: false; problem: CeremonyProblem }> {
  try {
    return { answer: await run() }
  } catch (failure) {
    const problem = PROBLEMS[errorName(failure)]
    if (problem === undefined) throw failure
    return { ok: false, problem }
  }
}

/** A reload would close the browser's dialog and lose a created passkey before the server has its key. */
async function holdingReload<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = holdReload('task')
  try {
    return await work()
  } finally {
    release()
  }
}
