import { sql } from 'drizzle-orm'
import type { Connection, Database } from './connect.ts'

/**
 * Channel on which the database announces changes: user id, the user's new version, and the device that made the
 * change.
 */
export const CHANGES_CHANNEL = 'parde_changes'

/** A change of a user's data. */
interface UserChange {
  /** the user's version; undefined if notifications may have been missed, or a session of the user ended */
  version: number | undefined
  /** the device that made the change and already knows it; empty if no device did */
  by: string
}

/** Notifies about changes of users' data, whichever process of the server made them. */
export interface ChangeNotifications {
  /**
   * Calls `onChange` for every change of a user, and `onEnd` when the server closes. Returns a function that stops
   * listening.
   */
  listen(userId: number, listener: { onChange: (change: UserChange) => void; onEnd: () => void }): () => void
  /** The number of listeners. */
  count(): number
  /** Ends all listeners, and from now on each new one at once. */
  close(): Promise<void>
}

type Listener = Parameters<ChangeNotifications['listen']>[1]

export async function openChangeNotifications(connection: Pick<Connection, 'listen'>): Promise<ChangeNotifications> {
  const listeners = new Map<number, Set<Listener>>()
  let isClosed = false
  const stop = await connection.listen(CHANGES_CHANNEL, (message) => {
    if (message === undefined) {
      // Notifications may have been missed: every listener checks.
      for (const group of listeners.values()) for (const { onChange } of group) onChange({ version: undefined, by: '' })
      return
    }
    const [user = '', version, by = ''] = message.split(' ')
    const change = { version: version === undefined ? undefined : Number(version), by }
    for (const { onChange } of [...(listeners.get(Number(user)) ?? [])]) onChange(change)
  })
  return {
    listen(userId, listener) {
      // Later, because the caller gets its own end from this call.
      if (isClosed) queueMicrotask(listener.onEnd)
      const group = listeners.get(userId) ?? new Set()
      listeners.set(userId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(userId) === group) listeners.delete(userId)
      }
    },
    count: () => [...listeners.values()].reduce((sum, group) => sum + group.size, 0),
    async close() {
      isClosed = true
      for (const group of [...listeners.values()]) for (const { onEnd } of [...group]) onEnd()
      listeners.clear()
      await stop()
    },
  }
}

/** Tells the listeners of a user that a session ended, when the transaction is committed. */
export async function announceSignOut(database: Database, userId: number): Promise<void> {
  await database.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${String(userId)})`)
}
