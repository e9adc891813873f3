import { storageTroubleText } from '#text/sync.ts'
import { titlesText } from '#text/titles.ts'
import { expect, register, test, waitForWorker } from '../world.ts'
import {
  arrivals,
  clickSave,
  effects,
  expectSent,
  openTitle,
  outboxOf,
  save,
  saveButton,
  userOfThisFile,
} from './user.ts'

/** Reported cases (docs/sync.md#cases) of storage failures and user changes. */

const person = userOfThisFile(9)

test('IndexedDB connection lost: a mutation after the open database was deleted is stored and sent', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  // Deletes the user's database under the open page, which continues without a reload.
  const elsewhere = await context.newPage()
  await elsewhere.goto('/icon.svg')
  await elsewhere.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-')) ?? {}
    await new Promise((done) => {
      indexedDB.deleteDatabase(name).onsuccess = done
    })
  })
  await elsewhere.close()
  await clickSave(page, true)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])

  // Clears all storage by the browser.
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: world.appUrl, storageTypes: 'indexeddb' })
  await page.reload()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
  await clickSave(page, false)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true, false])
})

test('blocked upgrade hangs: a tab of the old version closes its connection for the new one and keeps working', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  const newer = await context.newPage()
  await newer.goto('/icon.svg')
  const upgraded = await newer.evaluate(async () => {
    const outcomes: string[] = []
    for (const { name = '', version = 0 } of await indexedDB.databases()) {
      if (!name.startsWith('parde-')) continue
      const opening = indexedDB.open(name, version + 10)
      outcomes.push(
        await new Promise<string>((done) => {
          opening.onblocked = () => done('blocked')
          opening.onsuccess = () => {
            opening.result.close()
            done('upgraded')
          }
          opening.onerror = () => done('error')
        }),
      )
    }
    return outcomes
  })
  expect(upgraded.length).toBeGreaterThanOrEqual(2)
  expect(new Set(upgraded)).toEqual(new Set(['upgraded']))
  await clickSave(page, true)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})

test('a tab that blocks the upgrade is reported, and the app continues once it is closed', async ({ world }) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await page.goto('/icon.svg')
  const stubborn = await context.newPage()
  await stubborn.goto('/icon.svg')
  await stubborn.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-')) ?? {}
    await new Promise((done) => {
      indexedDB.deleteDatabase(name).onsuccess = done
    })
    // Opens an older version and never closes it.
    await new Promise((done) => {
      indexedDB.open(name, 1).onsuccess = done
    })
  })
  await page.goto(title.path)
  await expect(page.getByText(storageTroubleText.blocked)).toBeVisible()
  await stubborn.close()
  await expect(page.getByText(storageTroubleText.blocked)).toBeHidden()
  await clickSave(page, true)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})

test('quota at every write: a mutation that does not fit is undone and reported, and succeeds with free space', async ({
  world,
}) => {
  const { page, context } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  world.cut()
  const session = await context.newCDPSession(page)
  const origin = world.appUrl
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  const refused = page.getByText(titlesText.notSaved).first()
  const shown = async () => (await saveButton(page).getAttribute('aria-pressed')) === 'true'
  let before = await shown()
  // The browser recomputes the free quota only now and then; mutations succeed until then.
  await expect(async () => {
    before = await shown()
    await saveButton(page).click()
    await expect(refused).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', String(before))
  const states = (await outboxOf(page)).map(({ payload }) => (payload as { saved: boolean }).saved)
  expect(states.at(-1) ?? false).toBe(before)

  await session.send('Storage.overrideQuotaForOrigin', { origin })
  if (before) await clickSave(page, false)
  await clickSave(page, true)
  world.restore()
  await page.reload()
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
})

test('a field lost across restart: every field of the outbox survives SIGKILL and is sent unchanged', async ({
  world,
}) => {
  const [saved, liked] = [person.unusedTitle(), person.unusedTitle()]
  await openTitle(person.page, liked)
  await openTitle(person.page, saved)
  world.cut()
  await clickSave(person.page, true)
  await save(person.page, liked)
  const made = ({ seq, key, entity, payload, label, createdAt }: Awaited<ReturnType<typeof outboxOf>>[number]) => ({
    ...{ seq, key, entity, payload, label, createdAt },
  })
  const before = (await outboxOf(person.page)).map(made)
  await person.kill()
  await person.restart()
  await person.page.goto(saved.path)
  await expect(saveButton(person.page)).toHaveAttribute('aria-pressed', 'true')
  expect((await outboxOf(person.page)).map(made)).toEqual(before)

  world.restore()
  await person.page.reload()
  await expectSent(person.page)
  // A slow response may cause a second attempt, which repeats key and sequence.
  const sent = [...arrivals(world, saved), ...arrivals(world, liked)].map(({ key, seq }) => `${key} ${seq}`)
  expect(new Set(sent)).toEqual(new Set(before.map(({ key, seq }) => `${key} ${seq}`)))
})

test('entries replayed as the next user: a user’s outbox is never sent as another user, and once as its own', async ({
  world,
}) => {
  const { page, account } = person
  const title = person.unusedTitle()
  await openTitle(page, title)
  world.cut()
  await clickSave(page, true)
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: 'نگه' }).click()
  await expect(page).not.toHaveURL(/logout/)
  world.restore()

  await register(page)
  await waitForWorker(page)
  const own = { path: title.path, id: title.id }
  await page.goto(own.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'false')
  expect(arrivals(world, title)).toEqual([])
  await page.goto('/auth/logout')
  await expect(page).not.toHaveURL(/logout/)

  await page.goto('/auth/login')
  await page.getByLabel('ایمیل', { exact: false }).fill(account.email)
  await page.locator('input[autocomplete="current-password"]').fill(account.password)
  await page.locator('main form button[type=submit]').click()
  await expect(page).not.toHaveURL(/login/)
  await expectSent(page)
  expect(effects(world, title)).toEqual([true])
  expect(new Set(arrivals(world, title).map(({ token }) => token)).size).toBe(1)
  await page.goto(title.path)
  await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')
})
