import { waitForWorker } from './app.ts'
import { expect, test } from './scenario.ts'

test('a guest searches by keyboard, opens a title, a person and the files, and reads them again without a network', async ({
  tab,
  world,
}) => {
  await tab.goto('/')
  await waitForWorker(tab)
  await tab.click({ css: 'button', name: 'جستجو' })
  await tab.fill({ css: '[role=combobox]' }, 'پدر')
  await tab.sees({ css: '[role=option]', text: 'پدرخوانده' })
  await tab.fill({ css: '[role=combobox]' }, 'godfather')
  // Titles of the device show first; which ones it has changes with the home page.
  await tab.sees({ css: '[role=option]', text: '۱۹۷۲' })
  await tab.press('ArrowDown')
  await tab.press('Enter')
  await tab.sees({ css: 'h1', text: 'پدرخوانده' })
  await tab.isAt(/^\/titles\/68646\//)
  const person = { css: 'main a[href^="/people/"]', text: 'کاپولا' }
  await tab.click(person)
  await tab.isAt(/^\/people\//)
  await tab.sees({ css: 'h1', text: 'کاپولا' })
  await tab.sees({ css: 'main a[href^="/titles/"]' })
  await tab.back()
  await tab.sees({ css: 'h1', text: 'پدرخوانده' })
  await tab.goto('/titles/68646/files')
  await tab.sees({ css: 'main li', text: '۱۰۸۰p' })

  world.cut()
  await tab.reload()
  await tab.sees({ css: 'main li', text: '۱۰۸۰p' })
  await tab.goto('/titles/68646/the-godfather')
  await tab.sees(person)
})

test('text of twice the size fits the width of the screen', async ({ tab }) => {
  await tab.goto('/titles/68646/the-godfather')
  await tab.sees({ css: 'main a[href^="/people/"]' })
  const over = await tab.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    return document.documentElement.scrollWidth - innerWidth
  })
  expect(over).toBeLessThanOrEqual(0)
})
