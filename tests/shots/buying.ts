import { expect } from '#tests/e2e/world.ts'
import type { Screen } from './screen.ts'

const pay = /^پرداخت/

/** Buys a plan, from the order to the receipt and the subscription. */
export const BUYING: Screen[] = [
  { name: 'premium-none', at: '/gopremium', ready: 'main article' },
  { name: 'premium-gift', at: '/gift', ready: 'main form' },
  { name: 'premium-join', at: '/premium/join/2', ready: 'main form' },
  {
    name: 'premium-gateway',
    ready: 'main form',
    act: async (page) => {
      await page.getByRole('button', { name: pay }).click()
      await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
    },
  },
  {
    name: 'premium-paid',
    ready: 'main form',
    act: async (page) => {
      await page.getByRole('button', { name: 'پرداخت', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'پرداخت موفق' })).toBeVisible()
    },
  },
  { name: 'premium-mine', at: '/gopremium', ready: 'main article' },
  { name: 'premium-reserve', at: '/premium/join/1?payment=cancelled', ready: 'main form' },
]
