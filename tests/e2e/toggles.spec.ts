import type { Page } from '@playwright/test'
import { expect, register, test } from './world.ts'

const GODFATHER = '/titles/68646/the-godfather'

/** Clicks a button of the main content as soon as it is in the page, with the state it has then in `data-clicked-at`. */
async function clickOnAppearance(page: Page, label: string) {
  await page.addInitScript((name) => {
    const observer = new MutationObserver(() => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('main button')].find((one) =>
        (one.getAttribute('aria-label') ?? one.textContent ?? '').startsWith(name),
      )
      if (!button) return
      observer.disconnect()
      button.dataset.clickedAt = button.getAttribute('aria-pressed') ?? 'unknown'
      button.click()
    })
    observer.observe(document, { subtree: true, childList: true })
  }, label)
}

for (const [action, label] of [
  ['save', 'ذخیره'],
  ['like', 'پسندیدن'],
] as const) {
  test(`a click on ${action} the moment it appears undoes it, on a phone six times slower`, async ({ page }) => {
    await register(page)
    await page.goto(GODFATHER)
    const button = page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${label}`) })
      .first()
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')

    const phone = await page.context().newCDPSession(page)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await clickOnAppearance(page, label)
    await page.reload()
    await expect(button).toHaveAttribute('data-clicked-at', /./)
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await phone.send('Emulation.setCPUThrottlingRate', { rate: 1 })

    // Once more in a fresh page: the removal was stored, not only shown.
    await phone.detach()
    const other = await page.context().newPage()
    await other.goto(GODFATHER)
    await expect(
      other
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${label}`) })
        .first(),
    ).toHaveAttribute('aria-pressed', 'false')
  })
}
