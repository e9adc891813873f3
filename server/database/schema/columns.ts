import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A moment, kept in UTC. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A whole number that may outgrow 32 bits: ids, versions, counts. Exact up to 2⁵³ here. */
export const id = (name: string) => bigint(name, { mode: 'number' })
