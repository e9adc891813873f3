/**
 * Everything the app stores on a device, by storage, and which policy decides when it is deleted. Sign-out,
 * clear-device, eviction and the storage display read it; a test holds `public/sw-off.js` to it. The types of this file
 * make it the only source of names: storage, cookies and `meta` tables accept no others. A trailing `*` stands for any
 * rest of a name. How to add an entry: docs/contributing.md#store-something-new.
 */

/**
 * Rows of the storage display. `app`: the app's files; `pack`: pages and pictures of the titles on the user's lists;
 * `seen`: cached catalogue; `mine`: the user's lists and outbox.
 */
export type StorageKind = 'app' | 'pictures' | 'pack' | 'seen' | 'mine' | 'downloads'

interface Policy {
  onSignOut: 'delete' | 'keep'
  /** A sign-out that keeps pending mutations for the user's next sign-in on this device. */
  onSignOutPending: 'delete' | 'keep'
  onClearDevice: 'delete' | 'keep'
  /** On a full device. `oldest`: the older half of the rows. */
  onFullDevice: 'delete' | 'oldest' | 'keep'
  /** When the service worker is withdrawn. It reaches caches only. */
  onKillSwitch: 'delete' | 'keep'
  shownAs?: StorageKind
}

const KEEP = {
  onSignOut: 'keep',
  onSignOutPending: 'keep',
  onClearDevice: 'keep',
  onFullDevice: 'keep',
  onKillSwitch: 'keep',
} as const satisfies Policy
const PRIVATE = { ...KEEP, onSignOut: 'delete', onSignOutPending: 'delete', onClearDevice: 'delete' } as const

const POLICIES = {
  /** Needed by the app itself; tells nothing about its user. */
  app: { ...KEEP, onKillSwitch: 'delete', shownAs: 'app' },
  /** Needed by a worker without a page. */
  configuration: KEEP,
  /** Belongs to the device: preferences, and marks that prevent reload loops. */
  preference: { ...KEEP, onClearDevice: 'delete' },
  /** Posters and stills reveal what the user looked at. */
  pictures: { ...PRIVATE, onFullDevice: 'delete', onKillSwitch: 'delete', shownAs: 'pictures' },
  /** Cached catalogue with an age, which also reveals what the user looked at. */
  seen: { ...PRIVATE, onFullDevice: 'oldest', shownAs: 'seen' },
  searches: { ...PRIVATE, shownAs: 'seen' },
  /** Pages of the titles on the user's lists: they stay for as long as the title is on a list. */
  pack: { ...PRIVATE, shownAs: 'pack' },
  /** Fetched again by the pack. A change that the user just made needs the space more. */
  packPictures: { ...PRIVATE, onFullDevice: 'delete', onKillSwitch: 'delete', shownAs: 'pack' },
  /** Films of one user. Sign-out leaves those of other users. */
  downloads: { ...PRIVATE, shownAs: 'downloads' },
  personal: { ...PRIVATE, shownAs: 'mine' },
  /** The outbox, and what its delivery depends on. */
  pending: { ...PRIVATE, onSignOutPending: 'keep', shownAs: 'mine' },
} as const satisfies Record<string, Policy>

type PolicyName = keyof typeof POLICIES
export type Occasion = Exclude<keyof Policy, 'shownAs'>
type Items = Readonly<Record<string, PolicyName>>

export const CACHES = {
  // Named by Workbox.
  'workbox-precache-*': 'app',
  'parde-parts': 'app',
  'parde-former-*': 'app',
  'parde-home-*': 'app',
  'parde-media': 'pictures',
  'parde-pack': 'packPictures',
  'parde-video-*': 'downloads',
  'parde-own-home': 'personal',
  'parde-spares-data': 'preference',
} as const satisfies Items

/** The device database: tables, and rows of `meta`. The database itself stays, because every page has it open. */
export const DEVICE_TABLES = {
  answers: 'seen',
  titles: 'seen',
  cards: 'seen',
  people: 'seen',
  searches: 'searches',
  packStates: 'pack',
  packPages: 'pack',
  packCards: 'pack',
  packCollections: 'pack',
} as const satisfies Items
export const DEVICE_META = {
  session: 'personal',
  // Stays until the user's data is deleted, so that it can be deleted by several attempts.
  'deletedAccount:*': 'preference',
  push: 'personal',
  'parde-draft:*': 'personal',
  // The next user's catalogue is refreshed without the wait for this one's.
  freshenedAt: 'personal',
  packProblem: 'personal',
  packIsSlow: 'preference',
  packNetworks: 'preference',
  packIsPaused: 'preference',
  packWidths: 'preference',
  sparesData: 'preference',
  filmsOverWifiOnly: 'preference',
  downloadsWhileCharging: 'preference',
  downloadLimit: 'preference',
  askedToPersist: 'preference',
  metricsConsent: 'preference',
  metricsSentAt: 'preference',
  // Counts of what the user did, without names.
  metricCounts: 'personal',
  // The operator's.
  metricsPolicy: 'configuration',
  apiBase: 'configuration',
} as const satisfies Items

/** A user's database, which sign-out deletes unless it keeps pending mutations: tables, and rows of `meta`. */
export const USER_TABLES = {
  outbox: 'pending',
  delivered: 'personal',
  watchlist: 'personal',
  likes: 'personal',
  history: 'personal',
  notifications: 'personal',
  requests: 'personal',
  comments: 'personal',
  commentLikes: 'personal',
  commentReports: 'personal',
  reports: 'personal',
  settings: 'personal',
  journal: 'personal',
  aside: 'personal',
  keptVideos: 'personal',
  keptPlans: 'personal',
  downloadRules: 'personal',
  // Unused since drafts are in the device database; existing databases still have it.
  drafts: 'personal',
} as const satisfies Items
export const USER_META = {
  clientId: 'pending',
  acknowledged: 'pending',
  'cursor:*': 'personal',
  'pulled:*': 'personal',
  toldVersion: 'personal',
  knownTime: 'personal',
  // Written by older versions.
  syncedAt: 'personal',
} as const satisfies Items

export const DATABASES = {
  'parde-device': 'configuration',
  'parde-user-*': 'pending',
  // Workbox's record of cached pictures. Cleared instead of deleted, because the worker has it open.
  'workbox-expiration': 'pictures',
} as const satisfies Items

export const LOCAL_ITEMS = {
  'parde-draft:*': 'personal',
  'parde-first-screen': 'personal',
  'parde-continues': 'personal',
  'check-until': 'personal',
  'parde-player': 'preference',
  'parde-data-saver': 'preference',
  'parde-watchlist-look': 'preference',
  'parde-file-quality': 'preference',
  'parde-file-language': 'preference',
  'parde-known': 'preference',
  'parde-install-offered': 'preference',
  // The key contains the user's number and no name. It stays at sign-out, so that a user gets the offer once.
  'parde-passkey-offered:*': 'preference',
  'mui-mode': 'preference',
  'mui-color-scheme': 'preference',
} as const satisfies Items

/** Items of one tab. */
export const SESSION_ITEMS = {
  'parde-account-draft': 'personal',
  'parde-deferred-action': 'personal',
  // Scroll positions and counts by random history keys: nothing personal.
  'parde-places': 'preference',
  'parde-first-visit': 'preference',
  'parde-updated': 'preference',
  'parde-left-behind': 'preference',
  'parde-early': 'preference',
  'parde-missing:*': 'preference',
  'parde-reloaded-for-a-part': 'preference',
  // Written by TanStack Router.
  'tsr-scroll-restoration-v1_3': 'preference',
  'tanstack_router_reload:*': 'preference',
} as const satisfies Items

export const COOKIES = {
  token: 'personal',
  // Set by the server.
  'XSRF-TOKEN': 'preference',
  ref: 'preference',
} as const satisfies Items

/** Kept by the browser, outside storage. The Background Sync tag `outbox` is missing: the browser drops it by itself. */
export const REGISTRATIONS = {
  shownNotifications: 'personal',
  appBadge: 'personal',
  pushSubscription: 'personal',
  backgroundFetches: 'downloads',
  periodicSync: 'preference',
} as const satisfies Items

/** The names that a key stands for: `cursor:*` for every string that begins with `cursor:`. */
type NamesOf<Table> = { [Key in keyof Table]: Key extends `${infer Start}*` ? `${Start}${string}` : Key }[keyof Table]
export type CacheName = NamesOf<typeof CACHES>
export type DatabaseName = NamesOf<typeof DATABASES>
export type LocalKey = NamesOf<typeof LOCAL_ITEMS>
export type SessionKey = NamesOf<typeof SESSION_ITEMS>
export type CookieName = NamesOf<typeof COOKIES>
export type DeviceMetaKey = NamesOf<typeof DEVICE_META>
export type UserMetaKey = NamesOf<typeof USER_META>

/** Tables of which a full device loses the oldest rows. */
export type EvictableTable = {
  [Name in keyof typeof DEVICE_TABLES]: (typeof POLICIES)[(typeof DEVICE_TABLES)[Name]]['onFullDevice'] extends 'oldest'
    ? Name
    : never
}[keyof typeof DEVICE_TABLES]

/** Returns undefined for a name that this version does not know. */
export function policyOf(items: Items, name: string): Policy | undefined {
  const key = Object.keys(items).find((known) =>
    known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known,
  )
  const policy = key === undefined ? undefined : items[key]
  return policy && POLICIES[policy]
}

/**
 * Whether the item is deleted on this occasion. Only clear-device deletes items of unknown names: another version of the
 * app may still need them.
 */
export function isDeletedOn(occasion: Occasion, items: Items, name: string): boolean {
  const policy = policyOf(items, name)
  return policy ? policy[occasion] === 'delete' : occasion === 'onClearDevice'
}
