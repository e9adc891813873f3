import { pushApi } from '#contract/push.ts'
import { device } from '#data/database/device.ts'
import { readSession, type Session, SignedOut } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { unlessMissing } from '#data/network/optionalCall.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { PUSH_KEY, type PushRegistration, pushRegistration } from './pushSubscription.ts'

/** `unsupported`: by the browser or the server; `denied`: the user blocked notifications in the browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** The registration is sent again after this long, in ms (7 days): the server may have dropped it after push errors. */
const REGISTRATION_LIFETIME = 7 * 86_400_000
/** Sign-out waits this long for the browser's push service, in ms. */
const UNSUBSCRIBE_TIMEOUT = 2_000

/** The part of Web Push used here. Page and worker expose it in different places. */
interface Subscription {
  endpoint: string
  toJSON(): { keys?: Record<string, string> }
  unsubscribe(): Promise<boolean>
}
interface Registration {
  getNotifications?: () => Promise<{ close(): void }[]>
  pushManager?: {
    getSubscription(): Promise<Subscription | null>
    subscribe(options: { userVisibleOnly: true; applicationServerKey: Uint8Array }): Promise<Subscription>
  }
}
interface PushScope {
  registration?: Registration
  navigator?: { serviceWorker?: { getRegistration(): Promise<Registration | undefined> } }
  Notification?: { permission: string; requestPermission?: () => Promise<string> }
}
const pushScope = (): PushScope => globalThis as PushScope

/**
 * Returns whether this browser receives notifications while the app is closed. Throws what `call` throws when only the
 * server knows.
 */
export async function pushState(): Promise<PushState> {
  const { Notification } = pushScope()
  const manager = await managerOf()
  if (!manager || !Notification) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const session = await readSession()
  const registered = await pushRegistration()
  const isOn =
    Notification.permission === 'granted' && registered !== undefined && registered.userId === session?.user.id
  if (isOn && (await manager.getSubscription())) return 'on'
  return (await serverKey()) === undefined ? 'unsupported' : 'off'
}

/**
 * Asks for permission if needed, and subscribes. Call from a click. Throws what `call` throws, and `PushFailed` when
 * the browser cannot subscribe.
 */
export async function enablePush(): Promise<PushState> {
  const { Notification } = pushScope()
  if (!Notification) return 'unsupported'
  // First, because some browsers prompt only during a user gesture.
  const permission = (await Notification.requestPermission?.()) ?? Notification.permission
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const key = await serverKey()
  if (key === undefined) return 'unsupported'
  await subscribe(key)
  return 'on'
}

/**
 * Unsubscribes in the browser at once. The request to the server may fail: the server then learns from a failed push.
 */
export async function disablePush(): Promise<PushState> {
  const subscription = await (await managerOf())?.getSubscription()
  const endpoint = subscription?.endpoint ?? (await pushRegistration())?.endpoint
  await subscription?.unsubscribe()
  await (await device()).meta.delete(PUSH_KEY)
  if (endpoint !== undefined)
    void call(pushApi.unsubscribe, { body: { endpoint } }, { keepalive: true }).catch(ignoring(...EXPECTED_ERRORS))
  return 'off'
}

/** The browser could not subscribe: its push service is unreachable or forbidden. */
export class PushFailed extends Error {
  override name = 'PushFailed'
}

/**
 * Sends the current subscription to the server when the subscription, the token or the time zone changed. Removes a
 * registration of another user. Does nothing without a network.
 */
export async function refreshPushRegistration(): Promise<void> {
  const [registered, session] = [await pushRegistration(), await readSession()]
  if (!registered) return
  if (session?.user.id !== registered.userId || pushScope().Notification?.permission !== 'granted')
    return removePushRegistration()
  if (session.status !== 'active') return
  const subscription = await (await managerOf())?.getSubscription()
  const isRegistered =
    subscription?.endpoint === registered.endpoint &&
    registered.token === session.token &&
    registered.utcOffset === utcOffset() &&
    clock.now() - registered.at < REGISTRATION_LIFETIME
  if (isRegistered) return
  try {
    await subscribe((await serverKey()) ?? registered.key)
  } catch (failure) {
    // Retried at the next start.
    if (!(failure instanceof Unreachable || failure instanceof Refused || failure instanceof PushFailed)) throw failure
  }
}

/** Stops notifications on this device. The server learns from the session's end. */
export async function removePushRegistration(): Promise<void> {
  await (await device()).meta.delete(PUSH_KEY)
  const unsubscribed = managerOf()
    .then((manager) => manager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch(ignoring(...EXPECTED_ERRORS))
  await Promise.race([unsubscribed, new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT))])
}

/** Closes the notifications on the device's screen: their texts are the user's. */
export async function closeNotifications(): Promise<void> {
  for (const shown of (await (await registrationOf())?.getNotifications?.()) ?? []) shown.close()
}

async function subscribe(key: string): Promise<void> {
  const session = await readSession()
  if (!session) throw new SignedOut()
  const manager = await managerOf()
  if (!manager) throw new PushFailed()
  const subscription = await subscribeBrowser(manager, key, await pushRegistration())
  await registerAtServer(subscription, key, session)
}

async function subscribeBrowser(
  manager: NonNullable<Registration['pushManager']>,
  key: string,
  registered: PushRegistration | undefined,
) {
  const options = { userVisibleOnly: true as const, applicationServerKey: bytesOf(key) }
  const before = await manager.getSubscription()
  if (before && registered?.key === key) return before
  // A subscription with another server key cannot be changed, and prevents a new one.
  await before?.unsubscribe()
  try {
    return await manager.subscribe(options)
  } catch (failure) {
    throw new PushFailed(String(failure))
  }
}

async function registerAtServer(subscription: Subscription, key: string, { token, user }: Session) {
  const { endpoint } = subscription
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const body = { endpoint, keys: { p256dh, auth }, utcOffset: utcOffset() }
  await call(pushApi.subscribe, { body }, { token })
  const registered: PushRegistration = {
    userId: user.id,
    token,
    key,
    endpoint,
    utcOffset: body.utcOffset,
    at: clock.now(),
  }
  await (await device()).meta.put({ key: PUSH_KEY, value: registered })
}

/** Returns undefined when the server has no push. */
async function serverKey(): Promise<string | undefined> {
  return (await unlessMissing(call(pushApi.key, {})))?.data.key
}

async function managerOf(): Promise<Registration['pushManager']> {
  return (await registrationOf())?.pushManager
}

async function registrationOf(): Promise<Registration | undefined> {
  const { registration, navigator } = pushScope()
  return registration ?? (await navigator?.serviceWorker?.getRegistration())
}

/** Minutes ahead of UTC. */
function utcOffset(): number {
  return -new Date(clock.now()).getTimezoneOffset()
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}
