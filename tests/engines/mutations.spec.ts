import { effects, expectSent, outboxOf } from '#tests/e2e/sync/user.ts'
import { FAULTS, isPressed, LIKE, openTitle, register, SAVE, toggle, waitForWorker } from './app.ts'
import { expect, test } from './scenario.ts'

/** `npm test` tries this fault only; `npm run test:engines` tries all. */
const QUICK = 'refused'

for (const [how, fault] of Object.entries(FAULTS)) {
  test(`save, like and comment survive a reload and a killed browser while the server is ${how}, and are sent once`, {
    tag: how === QUICK ? [] : '@long',
  }, async ({ device, world }) => {
    const { tab } = device
    await register(tab)
    await waitForWorker(tab)
    const title = await openTitle(tab)
    const comment = `${how} ${Date.now()}`
    const shows = async () => {
      await isPressed(device.tab, SAVE, true)
      await isPressed(device.tab, LIKE, true)
      await device.tab.sees({ css: '#comments article', text: comment })
    }

    const rule: Parameters<typeof world.api.setFaultRule>[0] = ({ method }) =>
      method === 'OPTIONS' ? undefined : fault
    world.api.setFaultRule(rule)
    world.app.setFaultRule(rule)
    await toggle(tab, SAVE, true)
    await toggle(tab, LIKE, true)
    await tab.fill({ css: '#comments textarea' }, comment)
    await tab.click({ css: '#comments button', name: 'ارسال نظر' })
    await tab.sees({ css: '#comments article', text: comment })
    await tab.reload()
    await shows()
    await device.restart()
    await device.tab.goto(title.path)
    await shows()
    if (how !== 'slow') expect(await outboxOf(device.tab)).toHaveLength(3)

    world.api.setFaultRule(undefined)
    world.app.setFaultRule(undefined)
    await device.tab.reload()
    await expectSent(device.tab)
    await shows()
    expect(effects(world, title)).toEqual([true])
    const answer = await fetch(`${world.apiUrl}/api/titles/${title.id}/topcomments`)
    const { data } = (await answer.json()) as { data: { body: string }[] }
    expect(data.filter(({ body }) => body === comment)).toHaveLength(1)
  })
}
