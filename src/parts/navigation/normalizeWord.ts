/** A word of an address as the contract spells it: people type capitals and blanks. */
export function normalizeWord(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.trim().toLowerCase() : raw
}
