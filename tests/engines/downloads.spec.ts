import { episodesText, queueText } from '#text/downloads.ts'
import { register, waitForWorker } from './app.ts'
import { eventually, type Tab } from './engine.ts'
import { expect, test } from './scenario.ts'

const SERIES = '/titles/903747/breaking-bad'
const OPEN_SHEET = { css: 'main button', name: episodesText.labelOf(1) }
const CHOICES = '[role=dialog] input[type=radio]'

test('a season in the queue, its order changed by keyboard and a rule for the next episodes survive a killed browser', async ({
  device,
  world,
}) => {
  const { tab } = device
  await register(tab)
  await waitForWorker(tab)
  // The queue stays as it is while no film arrives.
  world.api.setFaultRule(({ url = '' }) => (url.startsWith('/media/stream/') ? 'refuse' : undefined))
  await tab.goto(SERIES)
  await tab.click(OPEN_SHEET)
  await tab.sees({ css: CHOICES })
  await tab.click({ css: '[role=dialog] button', text: episodesText.start(7, 0) })
  await tab.misses({ css: '[role=dialog]' })

  await tab.click(OPEN_SHEET)
  // The choice of a season has no id.
  await tab.click({ css: `${CHOICES}[id]` })
  await tab.click({ css: '[role=dialog] button', name: episodesText.keep })
  await tab.misses({ css: '[role=dialog]' })
  await tab.sees({ css: 'main button', text: episodesText.keepsNext(3) })

  await tab.goto('/user/downloads')
  await expectQueue(tab, [1, 2, 3, 4, 5, 6, 7])
  await eventually(async () => {
    await tab.evaluate(() => document.querySelector<HTMLElement>('main [aria-roledescription]')?.focus())
    expect(await tab.evaluate(() => document.activeElement?.hasAttribute('aria-roledescription'))).toBe(true)
  })
  await tab.press('Enter')
  await expectAnnounced(tab, queueText.lifted('', 1, 7))
  await tab.press('ArrowDown')
  await expectAnnounced(tab, queueText.moved('', 2, 7))
  await tab.press('Enter')
  await expectQueue(tab, [2, 1, 3, 4, 5, 6, 7])

  await device.restart()
  await device.tab.goto('/user/downloads')
  await expectQueue(device.tab, [2, 1, 3, 4, 5, 6, 7])
  await device.tab.goto(SERIES)
  await device.tab.sees({ css: 'main button', text: episodesText.keepsNext(3) })
})

/** Waits until the queue has these episodes in this order, and the order is stored. */
function expectQueue(tab: Tab, episodes: number[]) {
  return eventually(async () => {
    const queue = await tab.evaluate(() => ({
      names: [...document.querySelectorAll('main [aria-roledescription]')].map((handle) => handle.ariaLabel ?? ''),
      isPending: document.querySelector('main [aria-busy=true]') !== null,
    }))
    const digits = '۰۱۲۳۴۵۶۷۸۹'
    expect({ ...queue, names: queue.names.map((name) => digits.indexOf(/قسمت (.)/.exec(name)?.[1] ?? '')) }).toEqual({
      names: episodes,
      isPending: false,
    })
  })
}

/** Waits for an announcement to screen readers, whatever item it names. */
function expectAnnounced(tab: Tab, text: string) {
  return eventually(async () => {
    const texts = await tab.evaluate(() =>
      [...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent ?? ''),
    )
    expect(texts.some((announced) => announced.endsWith(text.trim()))).toBe(true)
  })
}
