import type { IncomingMessage } from 'node:http'
import type { Fault } from '#tests/harness/relay.ts'
import type { Dice } from './dice.ts'

/** What a soak's network does to requests, and to whom. */
export interface Weather {
  rule: (request: IncomingMessage) => Fault | undefined
  /** Nothing of this device's, by its token, gets through any more. */
  part(token: string): void
  join(token: string): void
  clear(): void
}

/** The longest delay of a way, in ms: longer than most answers take, so that they overtake each other. */
const LATE = 1_500

export function weather(dice: Dice): Weather {
  const parted = new Set<string>()
  return {
    part: (token) => void parted.add(token),
    join: (token) => void parted.delete(token),
    clear: () => parted.clear(),
    rule({ method, headers }) {
      if (method === 'OPTIONS') return undefined
      const token = headers.authorization?.replace('Bearer ', '')
      if (token !== undefined && parted.has(token)) return 'refuse'
      const chance = dice.roll()
      if (method === 'GET') return chance < 0.04 ? 'refuse' : chance < 0.12 ? late(dice) : undefined
      if (chance < 0.08) return 'refuse'
      if (chance < 0.18) return 'drop-answer'
      if (chance < 0.26) return 'duplicate'
      return chance < 0.5 ? late(dice) : undefined
    },
  }
}

function late(dice: Dice): Fault {
  return { there: dice.below(LATE), back: dice.below(LATE) }
}
