/** SQLSTATEs of violated constraints (PostgreSQL, "Appendix A. PostgreSQL Error Codes"). */
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** Whether a statement failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause)
}

/** Whether a row was written for a user whose account was deleted meanwhile. */
export function isOfDeletedUser(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isForeign = 'code' in error && error.code === FOREIGN_KEY_VIOLATION
  const constraint = isForeign && 'constraint' in error ? String(error.constraint) : ''
  return constraint.endsWith('_users_id_fk') || isOfDeletedUser(error.cause)
}
