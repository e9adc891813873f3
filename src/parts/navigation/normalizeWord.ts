/** Normalizes a word from the address to the contract's spelling: users type capitals and spaces. */
export function normalizeWord(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.trim().toLowerCase() : raw
}
