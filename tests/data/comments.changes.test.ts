import { expect, test, vi } from 'vitest'
import { changeComment, editDraft } from '#data/areas/commentChanges.ts'
import { isCommentLiked, reportComment, setCommentLiked } from '#data/areas/commentReactions.ts'
import { type CommentPage, type ShownComment, sendComment, topComments } from '#data/areas/comments.ts'
import { exportData } from '#data/areas/dataExport.ts'
import { deferAction } from '#data/areas/deferredAction.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { mergeComments } from '#data/areas/mergeComments.ts'
import { editEntry } from '#data/areas/outboxActions.ts'
import { ownComments } from '#data/areas/ownComments.ts'
import { runDeferredAction } from '#data/areas/runDeferredAction.ts'
import { syncState } from '#data/areas/syncState.ts'
import { readDraft } from '#data/database/drafts.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { card, device, member, setUpSignedInDevice } from '#tests/harness/fixtures/signedInDevice.ts'

setUpSignedInDevice()

/** The page as the server sends it now. */
const fetchPage = () => topComments(card.id).fetch({})
/** The comments as the screen shows them with this page. */
async function shownOn(page: CommentPage): Promise<ShownComment[]> {
  return mergeComments(page, await ownComments(card.id))
}
const shown = async () => shownOn(await fetchPage())
const onServer = async () =>
  (await device.server.createGuest().get(`/api/titles/${card.id}/topcomments`)).json.data as {
    body: string
    likes: number
  }[]
const subject = () => ({ titleId: card.id, name: card.titleFa })
const postsTo = (path: string) => device.sent.filter((line) => line === `POST ${path}`).length

/** Writes a comment as this device's user; returns its id. */
async function writeOwn(body = 'یک نظر'): Promise<number> {
  await sendComment({ ...subject(), body })
  await drainOutbox()
  const [row] = await (await personalDatabase()).comments.toArray()
  if (!row) throw new Error('the comment was not acknowledged')
  return row.id
}
async function writeAsFriend(body = 'نظر دوست'): Promise<number> {
  const friend = createMutationClient(await device.server.createUser())
  return (await friend.comment({ titleId: card.id, body })).json.data.id
}
const edit = (commentId: number, body: string) =>
  changeComment({ ...subject(), commentId, deleted: false, body, spoiler: false })
const remove = (commentId: number, body = 'یک نظر') =>
  changeComment({ ...subject(), commentId, deleted: true, body, spoiler: false })

test('shows an edit made offline at once, and sends the last text once', async () => {
  const commentId = await writeOwn()
  const cached = await fetchPage()
  device.goOffline()
  await edit(commentId, 'متن دوم')
  await edit(commentId, 'متن سوم')
  expect(await shownOn(cached)).toMatchObject([{ body: 'متن سوم', pending: true, editedAt: expect.any(String) }])
  device.network = 'answer-lost'
  await drainOutbox()
  await device.reconnect()
  expect((await syncState())?.waiting).toEqual([])
  expect(await onServer()).toMatchObject([{ body: 'متن سوم' }])
  // The cached page is older than the edit.
  expect(await shownOn(cached)).toMatchObject([{ body: 'متن سوم', pending: false, own: true }])
  expect(await shown()).toMatchObject([{ body: 'متن سوم', pending: false }])
})

test('shows the text of a page that was fetched after the last edit on this device', async () => {
  const commentId = await writeOwn()
  await edit(commentId, 'از این دستگاه')
  await drainOutbox()
  await createMutationClient(member).changeComment(commentId, { body: 'از دستگاه دیگر' })
  expect(await shown()).toMatchObject([{ body: 'از دستگاه دیگر' }])
})

test('hides a comment deleted offline, and sends nothing when the deletion is undone in time', async () => {
  const commentId = await writeOwn()
  const cached = await fetchPage()
  device.goOffline()
  await remove(commentId)
  expect(await shownOn(cached)).toEqual([])
  await edit(commentId, 'یک نظر')
  expect(await shownOn(cached)).toMatchObject([{ body: 'یک نظر', pending: false, editedAt: null }])
  expect((await syncState())?.waiting).toEqual([])
})

test('deletes a comment on the server and restores it afterwards', async () => {
  const commentId = await writeOwn()
  const cached = await fetchPage()
  await remove(commentId)
  await drainOutbox()
  expect([await onServer(), await shownOn(cached), await shown()]).toEqual([[], [], []])
  await edit(commentId, 'یک نظر')
  await drainOutbox()
  expect(await onServer()).toMatchObject([{ body: 'یک نظر' }])
  expect(await shown()).toMatchObject([{ body: 'یک نظر', editedAt: null }])
})

test('acknowledges a deletion that the server answers with 404', async () => {
  const commentId = await writeOwn()
  const cached = await fetchPage()
  device.network = (path) =>
    path === `/api/user/comment/${commentId}`
      ? Response.json({ message: 'نیست', code: 'not_found' }, { status: 404 })
      : undefined
  await remove(commentId)
  await drainOutbox()
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
  expect(await shownOn(cached)).toEqual([])
})

test('shows the old text again after a refused edit, and keeps the refused text as a draft', async () => {
  const commentId = await writeOwn()
  device.network = (path) =>
    path === `/api/user/comment/${commentId}` ? Response.json({ message: 'نه' }, { status: 422 }) : undefined
  await edit(commentId, 'متن ناروا')
  await drainOutbox()
  expect(await shown()).toMatchObject([{ body: 'یک نظر', pending: false }])
  const [failed] = (await syncState())?.failed ?? []
  expect(await editEntry(failed?.seq ?? 0)).toMatchObject({ path: `/titles/${card.id}/-` })
  expect(await readDraft(editDraft(commentId), member.id)).toMatchObject({ text: 'متن ناروا' })
})

test('counts a like made offline at once, and likes once on the server', async () => {
  const commentId = await writeAsFriend()
  const cached = await fetchPage()
  device.goOffline()
  for (const liked of [true, false, true]) await setCommentLiked({ ...subject(), commentId, liked })
  expect(await shownOn(cached)).toMatchObject([{ liked: true, likes: 1 }])
  expect(await isCommentLiked(commentId)).toBe(true)
  device.network = 'twice'
  await drainOutbox()
  await device.reconnect()
  expect(await onServer()).toMatchObject([{ likes: 1 }])
  expect(await shownOn(cached)).toMatchObject([{ liked: true, likes: 1, own: false }])
  device.sent.length = 0
  await setCommentLiked({ ...subject(), commentId, liked: true })
  await drainOutbox()
  expect(postsTo(`/api/user/comment/${commentId}/like`)).toBe(0)
})

test('reports a comment once', async () => {
  const commentId = await writeAsFriend()
  const cached = await fetchPage()
  device.goOffline()
  await reportComment({ ...subject(), commentId, reason: 'spam' })
  expect(await shownOn(cached)).toMatchObject([{ reported: true }])
  await device.reconnect()
  expect(await shownOn(cached)).toMatchObject([{ reported: true }])
  await reportComment({ ...subject(), commentId, reason: 'spam' })
  expect((await syncState())?.waiting).toEqual([])
})

test("learns from a page which comments are the user's, and which the user likes and reported", async () => {
  const own = await writeOwn()
  const [liked, reported] = [await writeAsFriend('یکی'), await writeAsFriend('دیگری')]
  const phone = createMutationClient(member)
  await phone.likeComment(liked, true)
  await phone.reportComment(reported, 'abuse')
  const { comments } = await personalDatabase()
  await comments.clear()
  expect((await shown()).toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0))).toMatchObject([
    { id: own, own: true, liked: false, reported: false },
    { id: liked, own: false, liked: true, likes: 1, reported: false },
    { id: reported, own: false, liked: false, reported: true },
  ])
  await phone.likeComment(liked, false)
  expect((await shown()).find(({ id }) => id === liked)).toMatchObject({ liked: false, likes: 0 })
})

test('shows a page although the device cannot read its own comments', async () => {
  await writeAsFriend('نظر دوست')
  const { comments } = await personalDatabase()
  vi.spyOn(comments, 'where').mockImplementation(() => {
    throw new DOMException('the file is damaged', 'UnknownError')
  })
  expect((await fetchPage()).data).toMatchObject([{ body: 'نظر دوست' }])
  vi.restoreAllMocks()
})

test('removes the part about the user from the page before it is cached', async () => {
  await writeOwn()
  expect(Object.keys(await fetchPage()).toSorted()).toEqual(['data', 'meta'])
})

test('likes and reports for a guest after sign-in', async () => {
  const [liked, reported] = [await writeAsFriend('یکی'), await writeAsFriend('دیگری')]
  deferAction({ kind: 'likeComment', ...subject(), commentId: liked })
  await runDeferredAction()
  deferAction({ kind: 'reportComment', ...subject(), commentId: reported, reason: 'spoiler' })
  await runDeferredAction()
  await runDeferredAction()
  expect((await syncState())?.waiting.map(({ kind }) => kind).toSorted()).toEqual([
    'comments.report',
    'comments.setLiked',
  ])
})

test('exports changed comments, likes and reports from the device without a network', async () => {
  const [gone, theirs] = [await writeOwn(), await writeAsFriend()]
  await fetchPage()
  await remove(gone)
  await setCommentLiked({ ...subject(), commentId: theirs, liked: true })
  await reportComment({ ...subject(), commentId: theirs, reason: 'other' })
  await drainOutbox()
  const fromServer = await exportData()
  device.goOffline()
  const fromDevice = await exportData()
  for (const all of [fromServer, fromDevice]) {
    expect(all.comments).toMatchObject(all.from === 'server' ? [{ id: gone, deleted: true }] : all.comments)
    expect(all.commentLikes).toMatchObject([{ commentId: theirs, titleId: card.id }])
    expect(all.commentReports).toMatchObject([{ commentId: theirs, reason: 'other' }])
  }
})
