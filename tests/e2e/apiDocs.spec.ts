import { expect, test, waitForWorker } from '#tests/e2e/world.ts'

test('the page of the API document shows its calls and asks no other host', async ({ page, world }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto(`${world.apiUrl}/api/docs`)
  await expect(page.getByText('Parde API').first()).toBeVisible()
  await page.getByText('Signs in with address and password.').first().click()
  await expect(page.getByText('/api/sanc/login').first()).toBeVisible()
  expect([...hosts]).toEqual([world.apiUrl])
})

test('the worker leaves the address of the document to the server', async ({ device, world }) => {
  const { page } = device
  await page.goto('/')
  await waitForWorker(page)
  // The app's own host has no such page here: the API has an address of its own.
  const answer = await page.goto('/api/docs')
  expect(answer?.fromServiceWorker()).toBe(false)
  expect(answer?.status()).toBe(404)
  expect(world.appUrl).not.toBe(world.apiUrl)
})
