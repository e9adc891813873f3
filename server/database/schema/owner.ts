import { users } from './account.ts'
import { id } from './columns.ts'

/** Whose row it is; it goes with its person. */
export const owner = () =>
  id('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
