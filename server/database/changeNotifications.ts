import type { Connection } from './connect.ts'

/** What the database says when something of a person has changed: their id, their version now, the device it came from. */
export const CHANGES_CHANNEL = 'parde_changes'

/** Something of a person has changed. */
interface UserChange {
  /** how far their things have come; nothing when that is not known */
  version: number | undefined
  /** the device that made the change, and so knows of it; empty when none did */
  by: string
}

/** Says when something of a person has changed, in whichever process of the server. */
export interface ChangeNotifications {
  /** Calls `rung` for every change of a person; answers how to stop. `ended`: no more will come. */
  listen(userId: number, listener: { rung: (ring: UserChange) => void; ended: () => void }): () => void
  /** Lets all who listen go. */
  close(): Promise<void>
}

type Listener = Parameters<ChangeNotifications['listen']>[1]

export async function openChangeNotifications(connection: Pick<Connection, 'listen'>): Promise<ChangeNotifications> {
  const listeners = new Map<number, Set<Listener>>()
  const stop = await connection.listen(CHANGES_CHANNEL, (said) => {
    if (said === undefined) {
      // Something may have been missed: everybody looks.
      for (const some of listeners.values()) for (const { rung } of some) rung({ version: undefined, by: '' })
      return
    }
    const [user = '', version = '', by = ''] = said.split(' ')
    for (const { rung } of listeners.get(Number(user)) ?? []) rung({ version: Number(version), by })
  })
  return {
    listen(userId, listener) {
      const some = listeners.get(userId) ?? new Set()
      listeners.set(userId, some.add(listener))
      return () => {
        some.delete(listener)
        if (some.size === 0 && listeners.get(userId) === some) listeners.delete(userId)
      }
    },
    async close() {
      for (const some of [...listeners.values()]) for (const { ended } of [...some]) ended()
      listeners.clear()
      await stop()
    },
  }
}
