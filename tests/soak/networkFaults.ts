import type { IncomingMessage } from 'node:http'
import type { Fault } from '#tests/harness/network/relay.ts'
import type { Random } from './random.ts'

/** The faults of a soak's network, as a rule for the relay. */
export interface NetworkFaults {
  rule: (request: IncomingMessage) => Fault | undefined
  /** Refuses all requests with this device's token until `reconnect`. */
  disconnect(token: string): void
  reconnect(token: string): void
  clear(): void
}

/** The longest delay in each direction, in ms: longer than most responses take, so that requests overtake each other. */
const MAX_DELAY = 1_500

export function createNetworkFaults(random: Random): NetworkFaults {
  const parted = new Set<string>()
  return {
    disconnect: (token) => void parted.add(token),
    reconnect: (token) => void parted.delete(token),
    clear: () => parted.clear(),
    rule({ method, headers }) {
      if (method === 'OPTIONS') return undefined
      const token = headers.authorization?.replace('Bearer ', '')
      if (token !== undefined && parted.has(token)) return 'refuse'
      const chance = random.next()
      if (method === 'GET') return chance < 0.04 ? 'refuse' : chance < 0.12 ? randomDelay(random) : undefined
      if (chance < 0.08) return 'refuse'
      if (chance < 0.18) return 'drop-answer'
      if (chance < 0.26) return 'duplicate'
      return chance < 0.5 ? randomDelay(random) : undefined
    },
  }
}

function randomDelay(random: Random): Fault {
  return { there: random.below(MAX_DELAY), back: random.below(MAX_DELAY) }
}
