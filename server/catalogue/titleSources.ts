import { and, asc, eq, lte, or, sql } from 'drizzle-orm'
import { CATALOGUE_SOURCES, type CatalogueSource } from '#contract/contact.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/isOneOf.ts'
import { credits, episodes, pictures, titleSources, titles } from '#server/database/schema/catalogue.ts'
import { log } from '#server/platform/log.ts'
import { recordChange } from './cache/catalogueState.ts'
import { countWorks } from './seeding/writeRows.ts'

/**
 * TMDB's content may be kept for six months (https://www.themoviedb.org/api-terms-of-use); in days, so that no six months
 * of the calendar are shorter.
 */
const TMDB_DAYS = 180

/** Where the facts of a title are from, and the day (UTC) they were fetched. */
export interface TitleSource {
  name: CatalogueSource
  fetchedAt: string
}

/** Whether facts may not be kept any longer. */
export function isExpired({ name, fetchedAt }: TitleSource, now: Date): boolean {
  return name === 'tmdb' && fetchedAt <= dayBefore(now, TMDB_DAYS)
}

/** Why a source cannot be accepted; undefined if it can. A later day would prolong what may be kept. */
export function sourceRefusal(source: TitleSource, now: Date, mayUseTmdb: boolean): string | undefined {
  if (source.name === 'tmdb' && !mayUseTmdb)
    return 'source: TMDB allows commercial use only by agreement (TMDB_COMMERCIAL=1)'
  if (isExpired(source, now)) return `source: TMDB's facts of ${source.fetchedAt} may not be kept: fetch them again`
  return source.fetchedAt > dayBefore(now, -1) ? 'source: fetchedAt is in the future' : undefined
}

/** Stores the sources of titles; null removes one. */
export async function writeTitleSources(
  database: Database,
  rows: readonly { titleId: number; source: TitleSource | null }[],
): Promise<void> {
  const known = rows.flatMap(({ titleId, source }) => (source ? [{ titleId, ...source }] : []))
  const unknown = rows.flatMap(({ titleId, source }) => (source ? [] : [titleId]))
  if (unknown.length > 0) await database.delete(titleSources).where(isOneOf(titleSources.titleId, unknown))
  if (known.length === 0) return
  await database
    .insert(titleSources)
    .values(known)
    .onConflictDoUpdate({
      target: titleSources.titleId,
      set: { name: sql`excluded.name`, fetchedAt: sql`excluded.fetched_at` },
      setWhere: sql`(title_sources.name, title_sources.fetched_at) is distinct from (excluded.name, excluded.fetched_at)`,
    })
}

/** The sources that at least one title has its facts from. */
export async function sourcesInUse(database: Database): Promise<CatalogueSource[]> {
  const isUsed = await Promise.all(
    CATALOGUE_SOURCES.map((name) =>
      database.select({ id: titleSources.titleId }).from(titleSources).where(eq(titleSources.name, name)).limit(1),
    ),
  )
  return CATALOGUE_SOURCES.filter((_, index) => isUsed[index]?.length === 1)
}

/** Replaces the names of a withdrawn title. */
const identity = sql<string>`coalesce(${titles.imdb}, ${titles.key})`

/**
 * The IMDb ids of titles with facts of TMDB that must be fetched again within `days`, the oldest first, and of titles that
 * `withdrawExpired` has hidden.
 */
export async function titlesDue(database: Database, now: Date, days: number): Promise<string[]> {
  const isWithdrawn = sql`${titles.isHidden} and ${titles.fingerprint} = '' and ${titles.titleFa} = ${identity}`
  const rows = await database
    .select({ name: identity })
    .from(titles)
    .leftJoin(titleSources, eq(titleSources.titleId, titles.id))
    .where(or(isFromTmdbUntil(dayBefore(now, TMDB_DAYS - days)), isWithdrawn))
    .orderBy(sql`${titleSources.fetchedAt} nulls first`, asc(titles.id))
  return rows.map(({ name }) => name)
}

/**
 * Withdraws titles whose facts from TMDB may not be kept any longer: hides them and deletes names, texts, ratings, people
 * and pictures; year, genres and type stay. The rows stay, so users' lists have them again once they are imported anew.
 */
export async function withdrawExpired({ database, clock }: DatabaseContext): Promise<void> {
  const now = clock()
  const withdrawn = await database.transaction(async (transaction) => {
    const expired = await transaction
      .delete(titleSources)
      .where(isFromTmdbUntil(dayBefore(now, TMDB_DAYS)))
      .returning({ id: titleSources.titleId })
    if (expired.length === 0) return 0
    const ids = expired.map(({ id }) => id)
    await transaction
      .update(titles)
      .set({
        ...{
          isHidden: true,
          titleEn: identity,
          titleFa: identity,
          otherNames: [],
          words: sql`''::tsvector`,
          fingerprint: '',
        },
        ...{
          synopsis: null,
          rating: null,
          votes: 0,
          runtime: null,
          ageRating: null,
          countries: [],
          languages: [],
          releasedAt: null,
        },
        updatedAt: now,
      })
      .where(isOneOf(titles.id, ids))
    await transaction.delete(credits).where(isOneOf(credits.titleId, ids))
    await transaction.delete(pictures).where(isOneOf(pictures.titleId, ids))
    await transaction
      .update(episodes)
      .set({ titleEn: null, titleFa: null, runtime: null })
      .where(isOneOf(episodes.titleId, ids))
    await countWorks(transaction)
    await recordChange(transaction)
    return ids.length
  })
  if (withdrawn > 0)
    log.warn({ titles: withdrawn }, `Titles were hidden: their facts from TMDB are ${TMDB_DAYS} days old`)
}

function isFromTmdbUntil(day: string) {
  return and(eq(titleSources.name, 'tmdb'), lte(titleSources.fetchedAt, day))
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}
