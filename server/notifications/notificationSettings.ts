import { and, eq } from 'drizzle-orm'
import {
  type NotificationSetting,
  type NotificationSettings,
  PUSHED_KINDS,
  type QuietHours,
} from '#contract/notifications.ts'
import type { Database } from '#server/database/connect.ts'
import { notificationSettings, pushes, pushSubscriptions } from '#server/database/schema/push.ts'
import { passFence } from '#server/sync/fence.ts'
import type { ApplyMutation, Mutation } from '#server/sync/mutation.ts'

type Row = typeof notificationSettings.$inferSelect

/** A user's notification settings; the default is everything at any time, and no reminders. */
export async function settingsOf(database: Database, userId: number): Promise<NotificationSettings> {
  const [row] = await database.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return row ? shown(row) : { muted: [], quiet: null, reminders: false, version: 0 }
}

export function quietOf({ quietFrom: from, quietTo: to }: Pick<Row, 'quietFrom' | 'quietTo'>): QuietHours | null {
  return from === null || to === null ? null : { from, to }
}

/** Each setting is an entity of its own, so changing one never makes another stale. */
export const setSetting: ApplyMutation<object, NotificationSetting, NotificationSettings> = async (mutation) => {
  const { transaction, userId, body, now } = mutation
  const { isStale } = await passFence(mutation, `notification-setting:${body.name}`)
  const before = await settingsOf(transaction, userId)
  if (isStale) return { data: before, result: 'stale' }
  const data = await writeSettings(mutation, changed(before, body))
  // Pushes deferred by the old settings are due again.
  await transaction
    .update(pushes)
    .set({ dueAt: now })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, pushes.subscriptionId), eq(pushSubscriptions.userId, userId)))
  return { data, result: 'applied' }
}

type Preferences = Omit<NotificationSettings, 'version'>

function changed({ version, ...before }: NotificationSettings, setting: NotificationSetting): Preferences {
  if (setting.name === 'quiet') return { ...before, quiet: setting.value }
  if (setting.name === 'reminders') return { ...before, reminders: setting.value }
  const { name, value } = setting
  return { ...before, muted: PUSHED_KINDS.filter((kind) => (kind === name ? !value : before.muted.includes(kind))) }
}

async function writeSettings(
  { transaction, userId, version }: Mutation<object, NotificationSetting>,
  { muted, quiet, reminders }: Preferences,
): Promise<NotificationSettings> {
  const set = { muted, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, reminders, version }
  await transaction
    .insert(notificationSettings)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: notificationSettings.userId, set })
  return { muted, quiet, reminders, version }
}

function shown({ muted, reminders, version, ...hours }: Row): NotificationSettings {
  return {
    muted: PUSHED_KINDS.filter((kind) => muted.includes(kind)),
    quiet: quietOf(hours),
    reminders,
    version,
  }
}
