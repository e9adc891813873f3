import type { Plan } from '#contract/premium.ts'

const MONTH = 30

/** Price per thirty days, rounded to hundreds of Toman; undefined for plans of about one month. */
export function monthlyPrice({ days, price }: Plan): number | undefined {
  return days <= MONTH ? undefined : Math.round((price / days) * (MONTH / 100)) * 100
}

/** Discount in percent; undefined when it rounds to nothing. */
export function discountPercent({ price, oldPrice }: Plan): number | undefined {
  if (oldPrice === null || oldPrice <= price) return undefined
  const percent = Math.floor((1 - price / oldPrice) * 100)
  return percent >= 1 ? percent : undefined
}
