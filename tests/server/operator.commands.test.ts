import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageOfComments } from '#server/areas/commentRows.ts'
import { TRAILER } from '#server/catalogue/ids.ts'
import type { Connection } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { commentReports, comments } from '#server/database/schema/comments.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { findPlayableTitle } from '#server/stream/playableTitles.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperator, type SendCommand } from '#tests/harness/fixtures/operatorCommands.ts'
import { storeTestFilm } from '#tests/harness/fixtures/storedFilm.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const GODFATHER = 68646

describe.each(databaseKinds)('commands of the operator on %s', (kind) => {
  let connection: Connection
  let folder: string
  beforeAll(async () => {
    connection = await takeDatabase(kind)
    folder = await mkdtemp(join(tmpdir(), 'parde-library-'))
    await storeTestFilm(openFolder(folder))
  })
  afterAll(async () => {
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a command and returns its last event. */
  const send: SendCommand = (...call) => createOperator({ connection, storage: openFolder(folder) })(...call)
  const versionsOf = async () => {
    const title = await findPlayableTitle(connection.database, GODFATHER, new Date())
    return title?.works[0]?.versions.map(({ language, files }) => `${language} ${files.length}`)
  }

  test('puts a film in the place of the sample, and takes it away', async () => {
    const sample = await versionsOf()
    const place = { title: 'tt0068646', season: 0, number: 0 }
    expect(await send('film-put', { ...place, version: 'abc123' })).toEqual({
      result: { version: 'abc123', seconds: 60, qualities: ['480p'] },
    })
    expect(await versionsOf()).toEqual(['dubbed 1'])
    expect((await send('film-list', { title: 'tt0068646' })).result.films).toMatchObject([
      { season: 0, version: 'abc123' },
    ])
    expect(await send('film-remove', place)).toEqual({ result: { removed: 'abc123' } })
    expect(await versionsOf()).toEqual(sample)
  })

  test('refuses a film or a place that does not exist', async () => {
    const error = async (input: object) => (await send('film-put', input)).error
    const place = { title: String(GODFATHER), season: 0, number: 0, version: 'abc123' }
    expect(await error({ ...place, version: 'other' })).toBe('The library has no film other.')
    expect(await error({ ...place, season: 1, number: 1 })).toMatch(/is a film: it has no seasons/)
    expect(await error({ ...place, title: 'tt0903747', season: 9, number: 1 })).toMatch(/no episode 1 in season 9/)
    expect(await error({ ...place, title: 'nobody' })).toBe('There is no title nobody.')
    expect(await error({ ...place, number: TRAILER })).toBe('abc123 was not made for this place.')
    expect(await error({ ...place, version: '../secret' })).toMatch(/^version: /)
  })

  test('lists reported comments, shows a hidden one as deleted, and restores it', async () => {
    const { database } = connection
    const [user] = await database
      .insert(users)
      .values({ name: 'سارا', email: 'reports@parde.example', createdAt: new Date() })
      .returning()
    const [comment] = await database
      .insert(comments)
      .values({
        titleId: GODFATHER,
        author: 'نیما',
        body: 'پایانش را می‌گویم',
        spoiler: false,
        createdAt: new Date(),
        version: 1,
      })
      .returning()
    if (!user || !comment) throw new Error('nothing was written')
    const report = { userId: user.id, commentId: comment.id, reason: 'spoiler' as const, reportedAt: new Date() }
    await database.insert(commentReports).values(report)
    const reported = async () => (await send('comments-reported', {})).result.comments
    const shown = async () => (await pageOfComments(database, GODFATHER, { offset: 0, limit: 1 })).rows[0]?.id

    expect(await reported()).toMatchObject([{ id: comment.id, reports: 1, reasons: 'spoiler', author: 'نیما' }])
    expect(await shown()).toBe(comment.id)
    expect((await send('comments-hide', { id: comment.id, isHidden: true })).result.isHidden).toBe(true)
    expect(await reported()).toEqual([])
    expect(await shown()).not.toBe(comment.id)
    await send('comments-hide', { id: comment.id, isHidden: false })
    expect(await shown()).toBe(comment.id)
    expect((await send('comments-hide', { id: 999_999, isHidden: true })).error).toBe('There is no comment 999999.')
  })

  test('finds a title by name, number and IMDb id, and changes its access', async () => {
    const found = (await send('title-find', { words: 'پدرخوانده' })).result.titles
    expect(found[0]).toMatchObject({ id: GODFATHER, imdb: 'tt0068646', access: 'free', isHidden: false })
    expect((await send('title-set', { title: 'tt0068646', access: 'premium' })).result.access).toBe('premium')
    expect((await send('title-show', { title: '68646' })).result).toMatchObject({ access: 'premium', year: 1972 })
    expect((await send('title-set', { title: '68646', access: 'cheap' })).error).toMatch(/^access: /)
  })
})
