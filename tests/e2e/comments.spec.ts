import { expect, NETWORK_ERRORS, register, test, waitForIdle, waitForWorker } from './world.ts'

const GODFATHER = '/titles/68646/the-godfather'

test('an edit, a like and a report made offline survive a reload and reach the server once', async ({
  page,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await register(page)
  await waitForWorker(page)
  await page.goto(GODFATHER)
  await page.getByLabel('نظر شما').fill('صحنهٔ آغازین را دوست دارم')
  await page.getByRole('button', { name: 'ارسال نظر' }).click()
  const article = (words: string) => page.locator('#comments article', { hasText: words })
  const menuOf = (words: string) => article(words).getByRole('button', { name: /^گزینه‌های نظر/ })
  // Only a comment that has been sent can be edited.
  await expect(menuOf('صحنهٔ آغازین را دوست دارم')).toBeVisible()
  const others = page.locator('#comments article').filter({ has: page.getByRole('button', { name: /^پسندیدن نظر/ }) })
  const liked = await others.nth(0).locator('p[dir]').innerText()
  const reported = await others.nth(1).locator('p[dir]').innerText()
  await waitForIdle(page)
  world.cut()

  await menuOf('صحنهٔ آغازین را دوست دارم').click()
  await page.getByRole('button', { name: 'ویرایش', exact: true }).click()
  await page.getByLabel('ویرایش نظر').fill('صحنهٔ پایانی را دوست دارم')
  await page.getByRole('button', { name: 'ثبت ویرایش' }).click()
  await article(liked)
    .getByRole('button', { name: /^پسندیدن نظر/ })
    .click()
  await menuOf(reported).click()
  await page.getByRole('button', { name: 'گزارش', exact: true }).click()
  await page.getByRole('button', { name: 'توهین یا آزار است' }).click()
  await expect(article(reported).getByText('گزارش شد')).toBeVisible()
  await page.reload()
  await expect(article('صحنهٔ پایانی را دوست دارم').getByText('ویرایش‌شده')).toBeVisible()
  await expect(article(liked).getByRole('button', { pressed: true })).toContainText('۱')
  await expect(article(reported).getByText('گزارش شد')).toBeVisible()

  world.restore()
  const onServer = async () => {
    const { data } = (await (await fetch(`${world.apiUrl}/api/titles/68646/topcomments`)).json()) as {
      data: { body: string; likes: number }[]
    }
    return [
      data.filter(({ body }) => body.endsWith('را دوست دارم')).map(({ body }) => body),
      data.map(({ likes }) => likes).join(''),
    ]
  }
  await page.reload()
  await expect.poll(onServer).toEqual([['صحنهٔ پایانی را دوست دارم'], expect.stringMatching(/^0*10*$/)])
  await menuOf('صحنهٔ پایانی را دوست دارم').click()
  await page.getByRole('button', { name: 'حذف', exact: true }).click()
  await expect(article('صحنهٔ پایانی را دوست دارم')).toHaveCount(0)
  await expect.poll(async () => (await onServer())[0]).toEqual([])
})
