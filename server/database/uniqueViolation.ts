/** SQLSTATE of a violated unique constraint (PostgreSQL, "Appendix A. PostgreSQL Error Codes"). */
const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause)
}
