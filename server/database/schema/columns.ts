import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp in UTC. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** An integer that may exceed 32 bits: ids, versions, counts. Exact up to 2⁵³ in JavaScript. */
export const id = (name: string) => bigint(name, { mode: 'number' })
