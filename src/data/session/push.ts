import { pushApi } from '#contract/push.ts'
import { device } from '#data/database/device.ts'
import { readSession, type Session, SignedOut } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { PUSH_KEY as KEPT, type PushRegistration as Kept, pushRegistration } from './pushSubscription.ts'

/** `unsupported`: this browser cannot, or the server does not; `denied`: the person has told the browser not to. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** The server is told again now and then, in ms (7 days): it may have dropped what a push service would not take. */
const REGISTER_INTERVAL = 7 * 86_400_000
/** Signing out does not wait longer for the browser's push service, in ms. */
const UNSUBSCRIBE_TIMEOUT = 2_000

/** As much of Web Push as is used here; in the page and in the worker it hangs in different places. */
interface Subscription {
  endpoint: string
  toJSON(): { keys?: Record<string, string> }
  unsubscribe(): Promise<boolean>
}
interface Registration {
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

/** Whether this browser hears of news while the app is closed. Throws what `call` throws when only the server can say. */
export async function pushState(): Promise<PushState> {
  const { Notification } = pushScope()
  const manager = await managerOf()
  if (!manager || !Notification) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const session = await readSession()
  const kept = await pushRegistration()
  const isOn = Notification.permission === 'granted' && kept !== undefined && kept.userId === session?.user.id
  if (isOn && (await manager.getSubscription())) return 'on'
  return (await serverKey()) === undefined ? 'unsupported' : 'off'
}

/**
 * Asks the person, where nobody has yet, and subscribes; to be called from a tap. Throws what `call` throws, and
 * `PushFailed` when the browser does not bring it about.
 */
export async function enablePush(): Promise<PushState> {
  const { Notification } = pushScope()
  if (!Notification) return 'unsupported'
  // First of all: some browsers ask only while the tap is fresh.
  const said = (await Notification.requestPermission?.()) ?? Notification.permission
  if (said !== 'granted') return said === 'denied' ? 'denied' : 'off'
  const key = await serverKey()
  if (key === undefined) return 'unsupported'
  await subscribe(key)
  return 'on'
}

/** The browser forgets it at once; the server is told, or finds out by itself. */
export async function disablePush(): Promise<PushState> {
  const subscription = await (await managerOf())?.getSubscription()
  const endpoint = subscription?.endpoint ?? (await pushRegistration())?.endpoint
  await subscription?.unsubscribe()
  await (await device()).meta.delete(KEPT)
  if (endpoint !== undefined)
    void call(pushApi.unsubscribe, { body: { endpoint } }, { keepalive: true }).catch(() => undefined)
  return 'off'
}

/** The browser could not subscribe: its push service is out of reach, or forbidden. */
export class PushFailed extends Error {
  override name = 'PushFailed'
}

/**
 * Sees to it that the server knows what the browser has, for whoever is signed in: subscriptions are exchanged by browsers,
 * sign-ins end, clocks move. What is another person's ends here. Without a network nothing happens.
 */
export async function refreshPushRegistration(): Promise<void> {
  const [kept, session] = [await pushRegistration(), await readSession()]
  if (!kept) return
  if (session?.user.id !== kept.userId || pushScope().Notification?.permission !== 'granted')
    return removePushRegistration()
  if (session.status !== 'active') return
  const subscription = await (await managerOf())?.getSubscription()
  const isTold =
    subscription?.endpoint === kept.endpoint &&
    kept.token === session.token &&
    kept.utcOffset === utcOffset() &&
    clock.now() - kept.at < REGISTER_INTERVAL
  if (isTold) return
  try {
    await subscribe((await serverKey()) ?? kept.key)
  } catch (failure) {
    // Tried again at the next start.
    if (!(failure instanceof Unreachable || failure instanceof Refused || failure instanceof PushFailed)) throw failure
  }
}

/** Nobody hears of anything here any more; the server hears of it by the sign-in that ends. */
export async function removePushRegistration(): Promise<void> {
  await (await device()).meta.delete(KEPT)
  const unsubscribed = managerOf()
    .then((manager) => manager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
  await Promise.race([unsubscribed, new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT))])
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
  kept: Kept | undefined,
) {
  const options = { userVisibleOnly: true as const, applicationServerKey: bytesOf(key) }
  const before = await manager.getSubscription()
  if (before && kept?.key === key) return before
  // A subscription under another key of the server cannot be changed, and stands in the way.
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
  const kept: Kept = { userId: user.id, token, key, endpoint, utcOffset: body.utcOffset, at: clock.now() }
  await (await device()).meta.put({ key: KEPT, value: kept })
}

/** Nothing where the server pushes nothing. */
async function serverKey(): Promise<string | undefined> {
  try {
    return (await call(pushApi.key, {})).data.key
  } catch (failure) {
    if (failure instanceof Refused && [404, 405].includes(failure.status)) return undefined
    throw failure
  }
}

async function managerOf(): Promise<Registration['pushManager']> {
  const { registration, navigator } = pushScope()
  return (registration ?? (await navigator?.serviceWorker?.getRegistration()))?.pushManager
}

/** Minutes that this device's clock is ahead of UTC. */
function utcOffset(): number {
  return -new Date(clock.now()).getTimezoneOffset()
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}
