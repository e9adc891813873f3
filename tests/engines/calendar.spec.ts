import { daysOf, readMonth } from '#features/calendar/persianMonth.ts'
import { isPressed, register, waitForWorker } from './app.ts'
import { expect, test } from './scenario.ts'

const BELL = { css: 'main article button', name: 'خبرم کن' }
const DAY = { css: 'main table button' }
const NEXT = { css: 'main a', text: 'بعدی:' }

test('a title that was announced and saved without a network is in the calendar of the device', async ({
  tab,
  world,
}) => {
  await register(tab)
  await waitForWorker(tab)
  await tab.goto('/user/calendar?month=1403-12')
  await tab.sees({ css: 'main h2', text: 'اسفند ۱۴۰۳' })
  const days = await tab.evaluate(() =>
    [...document.querySelectorAll('main td time')].map((day) => day.getAttribute('datetime')),
  )
  // The engine's own Persian calendar agrees with that of Node.
  expect(days).toEqual(daysOf(readMonth('1403-12')))
  await tab.goto('/comingsoon')
  await isPressed(tab, BELL, false)

  world.cut()
  await tab.click(BELL)
  await isPressed(tab, BELL, true)
  await tab.goto('/user/calendar?month=1403-12')
  await tab.click(NEXT)
  await tab.sees(DAY)
  await tab.reload()
  await tab.click(DAY)
  expect(await tab.evaluate(() => document.activeElement?.id)).toMatch(/^day-\d{4}-\d{2}-\d{2}$/)
  await tab.sees({ css: 'main article a[href^="/titles/"]' })
})
