import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { isCommentLiked } from '#data/areas/commentReactions.ts'
import { sendComment } from '#data/areas/comments.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { syncState } from '#data/areas/syncState.ts'
import { openApp } from '#tests/harness/app.tsx'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'

let device: TestDevice
let card: TitleCard
beforeEach(async () => {
  device = await createDevice()
  card = await popularCard(device.server)
})
afterEach(() => device.close())

const FRIEND = 'دوست'
const writeOwn = async (body: string) => {
  await sendComment({ titleId: card.id, body, name: card.titleFa })
  await drainOutbox()
}
async function writeAsFriend(body: string): Promise<number> {
  const friend = createMutationClient(await device.server.createUser({ name: FRIEND }))
  return (await friend.comment({ titleId: card.id, body })).json.data.id
}
const commentsOnServer = async () =>
  (await device.server.createGuest().get(`/api/titles/${card.id}/topcomments`)).json.data as {
    body: string
    likes: number
  }[]
const comment = async (body: string) =>
  within((await screen.findByText(body, { selector: 'article *' })).closest('article') as HTMLElement)
/** jsdom has no popovers, so it hides the open menu. */
const menuItem = (name: string) => screen.findByRole('button', { name, hidden: true })
/** Opens the menu of a comment and chooses an action. */
async function choose({ user }: Awaited<ReturnType<typeof openApp>>, body: string, action: string) {
  await user.click((await comment(body)).getByRole('button', { name: /^گزینه‌های نظر / }))
  await user.click(await menuItem(action))
}

test('edits an own comment without a network, and marks it as edited', async () => {
  await device.registerMember()
  await writeOwn('یک فیلم خوب')
  const app = await openApp(card.path)
  await comment('یک فیلم خوب')
  device.goOffline()
  await choose(app, 'یک فیلم خوب', 'ویرایش')
  const field = await screen.findByLabelText('ویرایش نظر')
  expect(field).toHaveProperty('value', 'یک فیلم خوب')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await app.user.type(field, 'تر')
  await app.user.click(screen.getByRole('button', { name: 'ثبت ویرایش' }))
  const edited = await comment('یک فیلم خوبتر')
  expect(edited.getByText('ویرایش‌شده')).toBeDefined()
  expect(edited.getByText('در انتظار ارسال')).toBeDefined()
  await device.reconnect()
  await waitFor(async () => expect(await commentsOnServer()).toMatchObject([{ body: 'یک فیلم خوبتر' }]))
  await waitFor(() => expect(screen.queryByText('در انتظار ارسال')).toBeNull())
})

test('keeps an unfinished edit for the next visit, and forgets it on cancel', async () => {
  await device.registerMember()
  await writeOwn('یک فیلم خوب')
  const first = await openApp(card.path)
  await choose(first, 'یک فیلم خوب', 'ویرایش')
  await first.user.type(await screen.findByLabelText('ویرایش نظر'), ' است')
  first.close()
  const second = await openApp(card.path)
  await choose(second, 'یک فیلم خوب', 'ویرایش')
  expect(await screen.findByLabelText('ویرایش نظر')).toHaveProperty('value', 'یک فیلم خوب است')
  await second.user.click(screen.getByRole('button', { name: 'انصراف' }))
  await choose(second, 'یک فیلم خوب', 'ویرایش')
  expect(await screen.findByLabelText('ویرایش نظر')).toHaveProperty('value', 'یک فیلم خوب')
})

test('deletes an own comment at once and restores it by undo', async () => {
  await device.registerMember()
  await writeOwn('یک فیلم خوب')
  const app = await openApp(card.path)
  await choose(app, 'یک فیلم خوب', 'حذف')
  await waitFor(() => expect(screen.queryByText('یک فیلم خوب')).toBeNull())
  await drainOutbox()
  expect(await commentsOnServer()).toEqual([])
  await app.user.click(await screen.findByRole('button', { name: 'بازگردانی' }))
  await comment('یک فیلم خوب')
  await drainOutbox()
  expect(await commentsOnServer()).toMatchObject([{ body: 'یک فیلم خوب', editedAt: null }])
})

test('likes the comment of another user and shows the count', async () => {
  await device.registerMember()
  const id = await writeAsFriend('نظر دیگران')
  const app = await openApp(card.path)
  const heart = async () => (await comment('نظر دیگران')).getByRole('button', { name: `پسندیدن نظر ${FRIEND}` })
  expect((await heart()).getAttribute('aria-pressed')).toBe('false')
  device.goOffline()
  await app.user.click(await heart())
  await waitFor(async () => expect((await heart()).getAttribute('aria-pressed')).toBe('true'))
  expect((await comment('نظر دیگران')).getByText('۱ پسند')).toBeDefined()
  await device.reconnect()
  await waitFor(async () => expect(await commentsOnServer()).toMatchObject([{ likes: 1 }]))
  expect(await isCommentLiked(id)).toBe(true)
})

test('reports the comment of another user once, with a reason', async () => {
  await device.registerMember()
  await writeAsFriend('نظر ناروا')
  const app = await openApp(card.path)
  await choose(app, 'نظر ناروا', 'گزارش')
  await app.user.click(await menuItem('توهین یا آزار است'))
  const reported = await comment('نظر ناروا')
  expect(await reported.findByText('گزارش شد')).toBeDefined()
  expect(reported.queryByRole('button', { name: /^گزینه‌های نظر / })).toBeNull()
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test('offers no like and no report of an own comment', async () => {
  await device.registerMember()
  await writeOwn('نظر خودم')
  const { user } = await openApp(card.path)
  const own = await comment('نظر خودم')
  expect(own.queryByRole('button', { name: /^پسندیدن/ })).toBeNull()
  await user.click(own.getByRole('button', { name: /^گزینه‌های نظر / }))
  expect(await menuItem('ویرایش')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'گزارش', hidden: true })).toBeNull()
})

test('sends a guest who likes a comment to sign-in, and likes it afterwards', async () => {
  const id = await writeAsFriend('نظر دیگران')
  const member = await device.server.createUser()
  const { user, currentHref } = await openApp(card.path)
  await user.click((await comment('نظر دیگران')).getByRole('button', { name: /^پسندیدن نظر/ }))
  await waitFor(() => expect(currentHref()).toContain('/auth/login?redirect='))
  expect(await screen.findByText(/برای پسندیدن نظرها/)).toBeDefined()
  await device.signIn(member)
  await waitFor(() => expect(currentHref()).toBe(card.path))
  await waitFor(async () => expect(await isCommentLiked(id)).toBe(true))
})

test('keeps the place of a deleted comment that has replies', async () => {
  await device.registerMember()
  const friend = createMutationClient(await device.server.createUser({ name: FRIEND }))
  const { id } = (await friend.comment({ titleId: card.id, body: 'پرسش' })).json.data
  await sendComment({ titleId: card.id, body: 'پاسخ من', replyTo: id, name: card.titleFa })
  await drainOutbox()
  await friend.changeComment(id, { deleted: true })
  await openApp(card.path)
  await comment('پاسخ من')
  expect(screen.getByText('این نظر حذف شده است')).toBeDefined()
})
