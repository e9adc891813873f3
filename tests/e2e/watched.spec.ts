import { violationsOf } from './axe.ts'
import { callAsOtherDevice, expect, register, test, waitForIdle, waitForWorker } from './world.ts'

const SERIES = '/titles/903747/breaking-bad'
const SEASON = 'همهٔ فصل ۱ را دیده‌ام'

test('a season marked as watched offline survives a killed browser and reaches the server once', async ({
  device,
  world,
}) => {
  await register(device.page)
  await waitForWorker(device.page)
  await device.page.goto(SERIES)
  const season = () => device.page.getByRole('button', { name: SEASON })
  const episode = (number: string) => device.page.getByRole('button', { name: `قسمت ${number} از فصل ۱ را دیده‌ام` })
  await expect(season()).toHaveAttribute('aria-pressed', 'false')
  await waitForIdle(device.page)

  world.cut()
  await season().click()
  await expect(season()).toHaveAttribute('aria-pressed', 'true')
  await expect(device.page.getByRole('link', { name: /^ادامهٔ پخش/ }).first()).toContainText('فصل ۲، قسمت ۱')
  await episode('۷').click()
  await expect(episode('۷')).toHaveAttribute('aria-pressed', 'false')
  await device.kill()
  await device.restart()
  await device.page.goto(SERIES)
  await expect(episode('۱')).toHaveAttribute('aria-pressed', 'true')
  await expect(season()).toHaveAttribute('aria-pressed', 'false')
  const since = world.api.exchanges.length

  world.restore()
  await device.page.reload()
  const call = (path: string) => callAsOtherDevice(device.context, world, path)
  const flags = async () => (await call('/api/user/history')).data.flatMap(({ flags }: { flags: object[] }) => flags)
  await expect.poll(async () => (await flags()).filter(({ watched }: { watched: boolean }) => watched).length).toBe(6)
  expect((await flags()).filter(({ watched }: { watched: boolean }) => !watched)).toHaveLength(1)
  await expect(device.page.getByRole('button', { name: /^همگام‌سازی/ }).first()).not.toHaveAccessibleName(/در انتظار/)
  const applied = world.api.exchanges
    .slice(since)
    .filter(({ requestBody, replyBody }) => requestBody.includes('"flags"') && replyBody.includes('"result":"applied"'))
  expect(applied).toHaveLength(2)
  await waitForIdle(device.page)
  expect(await violationsOf(device.page)).toEqual([])
})
