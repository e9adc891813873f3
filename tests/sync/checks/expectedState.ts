import { kindOfLane, type Value } from '#tests/sync/plan/mutationKinds.ts'
import type { Device } from '#tests/sync/simulation/device.ts'
import { isGone } from './answers.ts'
import type { InvariantChecker } from './invariantChecker.ts'

/**
 * Whether the last answer a device received about an entity may be outdated: a 404, or a refusal of a mutation that
 * reached the server by an earlier, delayed attempt.
 */
export function mayBeOutdated(checker: InvariantChecker, device: Device, userId: number, entity: string): boolean {
  const last = [...checker.mutations.values()].findLast(
    (mutation) =>
      mutation.device === device &&
      mutation.userId === userId &&
      mutation.entity === entity &&
      mutation.statuses.length > 0,
  )
  if (!last) return false
  return last.statuses.some(isGone) || (last.reachedServer && last.statuses.every((status) => status >= 400))
}

/** The devices that mutated an entity. */
export function writers(checker: InvariantChecker, userId: number, entity: string): Device[] {
  const ofEntity = [...checker.mutations.values()].filter(
    (mutation) => mutation.userId === userId && mutation.entity === entity,
  )
  return [...new Set(ofEntity.map(({ device }) => device))]
}

/**
 * The values that the server may have once all requests are answered: the last arrived mutation of each device by its
 * sequence, and among devices the latest in true time. Time in transit delays a mutation, since no one can measure it.
 */
export function possibleValues(checker: InvariantChecker, userId: number, entity: string): Value[] {
  const arrivals = checker.arrivals.filter(({ mutation }) => mutation.userId === userId && mutation.entity === entity)
  const kind = kindOfLane(entity)
  if (arrivals.length === 0) return [kind?.off ?? '']
  const hasArrived = (name: string) =>
    [...checker.mutations.values()].some(
      (mutation) =>
        mutation.userId === userId && mutation.entity === entity && mutation.name === name && mutation.reachedServer,
    )
  if (kind?.needs !== undefined && !hasArrived(kind.needs)) return [kind.off]
  const devices = [...new Set(arrivals.map(({ mutation }) => mutation.device))].map((device) => {
    const ofDevice = arrivals.filter(({ mutation }) => mutation.device === device)
    const final = ofDevice[ofDevice.length - 1]
    const latest = Math.max(...ofDevice.map(({ effectiveAt }) => effectiveAt))
    return { final, effectiveAt: final?.effectiveAt ?? 0, latest }
  })
  const last = Math.max(...devices.map(({ effectiveAt }) => effectiveAt))
  const isOrderKnown = arrivals.every(
    ({ mutation }) => mutation.clockChanges === mutation.device.clockChanges && !mutation.statuses.includes(419),
  )
  return devices.flatMap(({ final, latest }) =>
    final && (!isOrderKnown || latest >= last) ? [final.mutation.value] : [],
  )
}

/**
 * The value that the server must have of each part of an entity (each episode of a series) once all requests are
 * answered. A superseding mutation carries the superseded values of the other parts. Undefined if several devices,
 * refusals or clock changes leave the result open.
 */
export function expectedParts(
  checker: InvariantChecker,
  userId: number,
  entity: string,
  titleId: number,
): Map<string, Value> | undefined {
  const mutations = [...checker.mutations.values()].filter(
    (mutation) => mutation.userId === userId && mutation.entity === entity,
  )
  const isDetermined = mutations.every(
    ({ state, reachedServer, clockChanges, device, statuses, isUndone }) =>
      (state === 'superseded' || (state === 'acknowledged' && reachedServer)) &&
      ![clockChanges !== device.clockChanges, statuses.includes(419), isUndone].includes(true),
  )
  if (!isDetermined || writers(checker, userId, entity).length !== 1) return undefined
  const parts = new Map<string, Value>()
  for (const { kind, value } of mutations.toSorted((one, other) => one.seq - other.seq)) {
    if (value === kind.off) parts.clear()
    else if (kind.partOf) parts.set(kind.partOf(titleId, value), value)
  }
  return parts
}
