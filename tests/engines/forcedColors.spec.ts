import { playText } from '#text/play.ts'
import { slideshowText, titlesText, titleText } from '#text/titles.ts'
import { focus, LIKE, register, SAVE, toggle, waitForWorker } from './app.ts'
import { eventually, type Tab, type Target } from './engine.ts'
import { contrastWithBlack, countChanged, countVisible, pictureOf } from './picture.ts'
import { expect, test } from './scenario.ts'

const MOVIE = '/titles/68646/the-godfather'
const SERIES = '/titles/903747/breaking-bad'

test.use({ preference: 'forced-colors' })
test.skip(({ engine }) => engine === 'webkit', 'WebKit has no forced colours')

test('with forced colours marks that are only a shape or a background stay visible', async ({ tab }) => {
  await tab.goto('/?order_by=votes')
  expect(await tab.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  await isVisible(tab, { css: 'header a:has(> svg)' })
  await isVisible(tab, { css: 'main article [role=img]' })
  await tab.goto('/')
  await isVisible(tab, { css: `section[aria-label="${slideshowText.label}"] span[aria-hidden]` })
  await isVisible(tab, { css: 'main article p', name: titlesText.premium })
})

test('with forced colours the current one of several and pressed buttons look different from the others', async ({
  tab,
}) => {
  await register(tab)
  await waitForWorker(tab)
  await tab.goto(MOVIE)
  for (const [button, label] of [
    [SAVE, titlesText.save],
    [LIKE, titlesText.like],
  ] as const) {
    await changes(tab, { css: `main button[aria-label*="${label}"] svg` }, () => toggle(tab, button, true))
  }
  const dubbed: Target = { css: 'main nav a', name: titleText.dubbedVersion }
  await changes(tab, dubbed, () => tab.click(dubbed))

  await tab.goto(SERIES)
  const season: Target = { css: 'main [role=tab]', name: titleText.season(2) }
  await changes(tab, season, () => tab.click(season))

  await tab.goto('/?order_by=votes')
  const movies: Target = { css: 'main nav ul a', text: titlesText.movie }
  await changes(tab, movies, () => tab.click(movies))
})

test('with forced colours the keyboard focus is visible, also on the current one of several', async ({ tab }) => {
  await tab.goto(MOVIE)
  for (const target of [SAVE, { css: 'main nav a[aria-current]', name: titleText.originalVersion }]) {
    await changes(tab, target, async () => {
      await tab.press('Tab')
      await focus(tab, target)
    })
  }
})

test('with forced colours the watched part of a title is visible, and so are the controls of the player', async ({
  tab,
}) => {
  await register(tab)
  await tab.goto(MOVIE)
  await tab.click({ css: 'main a[href^="/watch/"]', text: playText.play })
  await tab.sees({ css: 'main button svg' })
  await eventually(async () => {
    const { time, color } = await tab.evaluate(() => {
      const video = document.querySelector('video')
      if (video && video.currentTime > 0 && !video.paused) {
        video.currentTime = video.duration / 2
        video.pause()
      }
      const control = document.querySelector('[data-controls-visible] button:has(svg)')
      return { time: video?.currentTime ?? 0, color: control ? getComputedStyle(control).color : '' }
    })
    expect(time).toBeGreaterThan(30)
    // Below the controls is the film, darkened.
    expect(contrastWithBlack(color), color).toBeGreaterThan(4.5)
  })

  await tab.goto('/')
  await isVisible(tab, { css: 'main article span:has(> .sr-only)', text: titleText.watchedPart(0.5) })
})

async function isVisible(tab: Tab, target: Target) {
  // Pictures that load change the box.
  await eventually(async () => expect(countVisible(await pictureOf(tab, target)), target.css).toBeGreaterThan(20))
}

/** Checks that an element looks different after a step, also when the focus is elsewhere. */
async function changes(tab: Tab, target: Target, step: () => Promise<void>) {
  const before = await pictureOf(tab, target, 4)
  await step()
  await eventually(async () =>
    expect(countChanged(before, await pictureOf(tab, target, 4)), target.name ?? target.css).toBeGreaterThan(50),
  )
}
