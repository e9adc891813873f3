import type { Plan } from '#contract/premium.ts'

const MONTH = 30

/** What thirty days of a plan come to, in whole hundreds of Toman; nothing where it is about a month anyway. */
export function monthlyOf({ days, price }: Plan): number | undefined {
  return days <= MONTH ? undefined : Math.round((price / days) * (MONTH / 100)) * 100
}

/** Hundredths that a reduction takes off; nothing where there is none worth naming. */
export function reductionOf({ price, oldPrice }: Plan): number | undefined {
  if (oldPrice === null || oldPrice <= price) return undefined
  const percent = Math.floor((1 - price / oldPrice) * 100)
  return percent >= 1 ? percent : undefined
}
