import { users } from './account.ts'
import { id } from './columns.ts'

/** The user who owns the row; it is deleted with the user. */
export const owner = () =>
  id('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
