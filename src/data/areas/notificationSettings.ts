import {
  NotificationSetting,
  type NotificationSettings,
  notificationsApi,
  PUSHED_KINDS,
} from '#contract/notifications.ts'
import { durableStore } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, pendingEntries, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { SettingsRow } from '#data/database/rows.ts'
import { SignedOut, tokenFor } from '#data/database/session.ts'
import { ask, call } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { type Pull, putNewer } from '#data/sync/pull.ts'

export type NotificationPreferences = Omit<NotificationSettings, 'version'>
type Settings = NotificationPreferences

const KEY = 'notifications'
const DEFAULT_SETTINGS: Settings = { muted: [], quiet: null, reminders: undefined }
const laneOf = (name: NotificationSetting['name']) => `notification-setting:${name}`

/** Sets one setting to a desired value. Each setting is a lane of its own. */
export const setNotificationSetting = mutation({
  kind: 'notifications.set',
  formatVersion: 1,
  input: NotificationSetting,
  entity: ({ name }) => laneOf(name),
  label: () => '',
  apply: (settings: Settings, setting): Settings => {
    if (setting.name === 'quiet') return { ...settings, quiet: setting.value }
    if (setting.name === 'reminders') return { ...settings, reminders: setting.value }
    const { name, value } = setting
    const muted = PUSHED_KINDS.filter((kind) => (kind === name ? !value : settings.muted.includes(kind)))
    return { ...settings, muted }
  },
  request: (body) => ask(notificationsApi.set, { body }),
  tables: ['settings'],
  store: ({ settings }, { data }) =>
    putNewer(settings, [{ ...data, key: KEY } satisfies SettingsRow], ({ key }) => key),
})

/** Fetched when the settings screen opens. A server without notification settings answers 404 or 405. */
export const settingsPull: Pull = {
  name: 'notificationSettings',
  async refresh(database, options) {
    const token = await tokenFor(database)
    if (token === undefined) throw new SignedOut()
    const { data } = await call(notificationsApi.settings, {}, { ...options, token })
    const { settings } = database
    await durableStore(database, () =>
      database.transaction('rw', settings, () =>
        putNewer(settings, [{ ...data, key: KEY } satisfies SettingsRow], ({ key }) => key),
      ),
    )
  },
  hasRun: async (database) => (await rowOf(database)) !== undefined,
}

/**
 * Returns the user's settings with pending changes applied; `known` is false until the server has been asked. Undefined
 * for guests.
 */
export async function notificationSettings(): Promise<(Settings & { userId: number; known: boolean }) | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  return database.transaction('r', database.settings, database.outbox, async () => {
    const row = await rowOf(database)
    const entries = await pendingEntries(
      database,
      ['quiet' as const, 'reminders' as const, ...PUSHED_KINDS].map(laneOf),
    )
    const { muted, quiet, reminders } = entries.reduce<Settings>(
      (settings, entry) => setNotificationSetting.applyEntry(settings, entry),
      row ?? DEFAULT_SETTINGS,
    )
    return { muted, quiet, reminders, userId: database.userId, known: row !== undefined || entries.length > 0 }
  })
}

function rowOf(database: PersonalDatabase): Promise<SettingsRow | undefined> {
  return database.settings.get(KEY)
}
