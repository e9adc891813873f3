import { PASSWORD_MIN } from '#contract/account.ts'
import { fold } from '#contract/persian.ts'

/** From 0 (too short) to 4 (very hard to guess). Informs the user; it is no validation rule. */
export type Strength = 0 | 1 | 2 | 3 | 4

const COMMON_PASSWORDS = [
  'password',
  'passw0rd',
  '123456',
  '654321',
  'qwerty',
  'asdfgh',
  'iloveyou',
  'admin',
  'parde',
  'iran',
  'پرده',
]
/** Sequences: alphabets, digits and the rows of both keyboard layouts. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'ضصثقفغعهخحجچ',
  'شسیبلاتنمکگ',
]

/**
 * Estimates the entropy in bits. Each character counts by its character class. Repetitions, sequences, common words and
 * the user's name or e-mail count for little.
 */
export function passwordStrength(password: string, personal: string[] = []): Strength {
  if ([...password].length < PASSWORD_MIN) return 0
  const bits = bitsOf(
    withoutWords(password.toLowerCase(), [...COMMON_PASSWORDS, ...personal.flatMap(partsOf)]),
    password,
  )
  if (bits < 30) return 1
  if (bits < 45) return 2
  return bits < 65 ? 3 : 4
}

function bitsOf(rest: string, password: string): number {
  const each = Math.log2(alphabetOf(password))
  const seen = new Map<string, number>()
  let bits = 0
  let before = ''
  for (const sign of rest) {
    const times = seen.get(sign) ?? 0
    seen.set(sign, times + 1)
    bits += sign === before || areNeighbours(before, sign) ? 0.5 : each / (1 + times / 2)
    before = sign
  }
  return bits
}

function alphabetOf(password: string): number {
  let size = 0
  if (/[a-z]/.test(password)) size += 26
  if (/[A-Z]/.test(password)) size += 26
  if (/[\d۰-۹]/.test(password)) size += 10
  if (/[^\p{L}\p{N}]/u.test(password)) size += 20
  if (/[^\p{ASCII}]/u.test(password) && /\p{L}/u.test(password)) size += 33
  return Math.max(size, 2)
}

function areNeighbours(one: string, other: string): boolean {
  if (one === '') return false
  return SEQUENCES.some((row) => row.includes(one + other) || row.includes(other + one))
}

/** Replaces each known word by a single character. */
function withoutWords(text: string, words: string[]): string {
  return words.filter((word) => word.length > 2).reduce((rest, word) => rest.replaceAll(word, '\u0000'), text)
}

function partsOf(text: string): string[] {
  return fold(text).split(' ')
}
