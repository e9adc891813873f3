import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parde } from './parde.ts'
import { saveButton } from './sync/user.ts'
import { expect, NETWORK_ERRORS, register, test, waitForWorker } from './world.ts'

const film = (key: string, titleFa: string, cast: string[] = []) => ({
  ...{ kind: 'title', key, type: 'movie', titleEn: `Film ${key}`, titleFa, year: 1999, genres: ['drama'], cast },
})

test('a title saved offline and merged meanwhile is on the list as the other one, and old addresses lead there, also those of people and without a network', async ({
  device,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  const { page, context } = device
  const folder = await mkdtemp(join(tmpdir(), 'parde-merge-'))
  const file = join(folder, 'films.ndjson')
  await writeFile(
    file,
    [film('e2e-twice', 'یک بار'), film('e2e-once', 'بار دیگر', ['Ann Twice', 'Ann Once']), film('e2e-third', 'بار سوم')]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )
  await parde(world, 'import', file)
  const idOf = async (key: string, kind: 'title' | 'person' = 'title') =>
    /^id: (\d+)/m.exec(await parde(world, kind, 'show', key))?.[1]
  const [from, into, unopened] = [await idOf('e2e-twice'), await idOf('e2e-once'), await idOf('e2e-third')]
  const [twin, actor] = [await idOf('Ann Twice', 'person'), await idOf('Ann Once', 'person')]
  try {
    await register(page)
    await waitForWorker(page)
    await page.goto(`/titles/${from}/film-e2e-twice`)
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
    world.cut()
    await context.setOffline(true)
    await saveButton(page).click()
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
    for (const key of ['e2e-twice', 'e2e-third']) await parde(world, 'title', 'merge', key, 'e2e-once')
    await parde(world, 'person', 'merge', 'Ann Twice', 'Ann Once')

    world.restore()
    await context.setOffline(false)
    await page.goto('/user/watchlist')
    await expect(page.locator('main article').getByText('بار دیگر')).toBeVisible()
    await expect(page.locator('main article')).toHaveCount(1)

    // An answer that the browser got a moment ago is reused for a minute, so that of an opened title is too.
    await page.goto(`/titles/${unopened}/film-e2e-third`)
    await expect(page).toHaveURL(`/titles/${into}/film-e2e-once`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('بار دیگر')
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')

    const expectActor = async () => {
      await page.goto(`/people/actor/${twin}/ann-twice`)
      await expect(page).toHaveURL(`/people/actor/${actor}/ann-once`)
      await expect(page.getByRole('main').getByRole('article').getByText('بار دیگر')).toBeVisible()
    }
    await expectActor()
    world.cut()
    await context.setOffline(true)
    await expectActor()
  } finally {
    await parde(world, 'title', 'remove', 'e2e-once')
    await rm(folder, { recursive: true, force: true })
  }
})
