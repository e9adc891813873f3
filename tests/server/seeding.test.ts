import { eq, gte, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { growCatalogue, shrinkCatalogue } from '#demo/catalogue/growCatalogue.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { readCatalogueState } from '#server/catalogue/cache/catalogueState.ts'
import { GENERATED_IDS } from '#server/catalogue/ids.ts'
import { findTitles } from '#server/catalogue/search/findTitles.ts'
import { rowsOf } from '#server/catalogue/seeding/catalogueRows.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { countWorks, writeRows } from '#server/catalogue/seeding/writeRows.ts'
import type { Connection } from '#server/database/connect.ts'
import { credits, episodes, people, titles } from '#server/database/schema/catalogue.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const catalogue = readCatalogue()

describe.each(databaseKinds)('seeding on %s', (kind) => {
  let connection: Connection

  beforeEach(async () => {
    connection = await takeDatabase(kind)
  })
  afterEach(() => connection.close())

  /** All rows of the catalogue's tables, as text. */
  const everything = async () => {
    const tables = [
      'titles',
      'people',
      'credits',
      'episodes',
      'collections',
      'collection_titles',
      'search_words',
      'catalogue_state',
    ]
    const hashes: Record<string, unknown> = {}
    for (const table of tables) {
      const { rows } = await connection.database.execute(
        sql`select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(table)} as t`,
      )
      hashes[table] = rows[0]
    }
    return hashes
  }

  test('writes the whole catalogue into an empty database', async () => {
    const all = [...catalogue.titles, ...catalogue.coming]
    expect(await connection.database.$count(titles)).toBe(all.length)
    expect(await connection.database.$count(people)).toBe(catalogue.people.size)
    expect(await connection.database.$count(credits)).toBe(
      all.reduce((sum, title) => sum + title.cast.length + title.directors.length, 0),
    )
    expect(await connection.database.$count(episodes)).toBeGreaterThan(500)
  })

  test('changes nothing the second time, also without the stored version', async () => {
    const before = await everything()
    expect(await seedCatalogue(connection, catalogue)).toBe(0)
    expect(await everything()).toEqual(before)
    await connection.database.execute(sql`update catalogue_state set data_version = null`)
    expect(await seedCatalogue(connection, catalogue)).toBe(0)
    const { catalogue_state: _, ...after } = await everything()
    expect(before).toMatchObject(after)
  })

  test('updates a corrected title with its credits and search words, and no other title', async () => {
    const later = new Date('2031-01-01T00:00:00Z')
    const corrected = {
      ...catalogue,
      titles: catalogue.titles.map((title) =>
        title.imdb === 'tt0068646'
          ? { ...title, titleFa: 'پدرخواندهٔ بزرگ', cast: title.cast.slice(1), directors: ['Sofia Coppola'] }
          : title,
      ),
      people: new Map([
        ...catalogue.people,
        ['Sofia Coppola', { fa: 'سوفیا کاپولا', born: null, birthplace: null, died: null, biography: null }],
      ]),
    }
    const changed = await connection.database.transaction(async (transaction) => {
      const count = await writeRows(transaction, rowsOf(corrected), later)
      await countWorks(transaction)
      return count
    })
    expect(changed).toBe(1)
    const touched = await connection.database.select().from(titles).where(eq(titles.updatedAt, later))
    expect(touched.map((row) => row.id)).toEqual([68646])
    const query = { type: 'all', is_dubbed: false, genre: undefined, page: 1 } as const
    const found = await findTitles(connection.database, { ...query, q: 'پدرخوانده بزرگ' })
    expect(found.data.map((card) => card.id)).toEqual([68646])
    const [sofia] = await connection.database.select().from(people).where(eq(people.fullnameEn, 'Sofia Coppola'))
    expect(sofia).toMatchObject({ job: 'director', bestDirected: 'The Godfather' })
  })

  test('rolls back completely after a failure', async () => {
    const before = await everything()
    const rows = rowsOf(catalogue)
    const failing = { ...rows, credits: [{ title_id: 68646, person_id: 1, role: 'actor', place: 0, character: null }] }
    const all = { ...failing, titles: rows.titles.map((row) => ({ ...row, fingerprint: 'another' })) }
    await expect(
      connection.database.transaction((transaction) => writeRows(transaction, all, new Date())),
    ).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })

  test('adds synthetic titles that can be searched and removed without a trace', async () => {
    const before = await everything()
    const { revision } = await readCatalogueState(connection.database)
    expect(await growCatalogue(connection, 600)).toBe(600)
    expect(await growCatalogue(connection, 500)).toBe(0)
    expect((await readCatalogueState(connection.database)).revision).toBeGreaterThan(revision)
    const [sample] = await connection.database.select().from(titles).where(gte(titles.id, GENERATED_IDS)).limit(1)
    const query = { type: 'all', is_dubbed: false, genre: undefined, page: 1 } as const
    const found = await findTitles(connection.database, { ...query, q: sample?.titleFa ?? '' })
    expect(found.data.map((card) => card.titleFa)).toContain(sample?.titleFa)
    const all = await findTitles(connection.database, { ...query, q: '' })
    expect(all.meta.total).toBe(catalogue.titles.length + 600)

    await shrinkCatalogue(connection)
    expect(await seedCatalogue(connection, catalogue)).toBe(0)
    const { catalogue_state: _, ...after } = await everything()
    expect(before).toMatchObject(after)
  })

  test('creates the same synthetic title for a number, at once or in steps', async () => {
    const facts = async () => {
      const rows = await connection.database
        .select({ id: titles.id, titleEn: titles.titleEn, fingerprint: titles.fingerprint })
        .from(titles)
        .where(gte(titles.id, GENERATED_IDS))
        .orderBy(titles.id)
      return rows
    }
    await growCatalogue(connection, 40)
    await growCatalogue(connection, 90)
    const inSteps = await facts()
    await shrinkCatalogue(connection)
    await growCatalogue(connection, 90)
    expect(await facts()).toEqual(inSteps)
  })

  test('drops indexes and foreign keys only inside the transaction of a bulk insert', async () => {
    const definitions = async () =>
      (
        await connection.database.execute(sql`
          select indexdef as definition from pg_indexes where schemaname = 'public'
          union select conname || pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1`)
      ).rows
    const before = await definitions()
    await growCatalogue(connection, 20)
    expect(await definitions()).toEqual(before)
  })
})
