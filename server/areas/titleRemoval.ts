import { type SQL, sql } from 'drizzle-orm'
import { pathOfTitle } from '#server/catalogue/cards.ts'
import { episodeId } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { FILES_PER_WORK } from '#server/stream/fileIds.ts'
import { nextVersions } from '#server/sync/fence.ts'

/** How many rows of users a removal or a merge ended or moved. */
export interface UserRows {
  watchlist: number
  likes: number
  history: number
  comments: number
  requests: number
}

/**
 * Lets no mutation begin until the commit: each takes a version first, so none adds a row to a title that is being removed.
 * Call it before the title's row is locked, which a mutation under way may need.
 */
export async function lockUserRows(transaction: Database): Promise<void> {
  await transaction.execute(sql`lock table versions in share row exclusive mode`)
}

/**
 * Ends all rows of users that refer to a title, before its own row is deleted, under `lockUserRows`. Lists keep
 * tombstones, so that devices remove the title at their next pull; comments are deleted with their replies, likes and
 * reports.
 */
export async function endUserRows(transaction: Database, titleId: number, now: Date): Promise<UserRows> {
  const users = await countUsers(transaction, titleId)
  const count = counter(transaction)
  const requests = await count(sql`
    update requests set title_id = null, version = users.version from ${users}
    where requests.user_id = users.user_id and title_id = ${titleId}`)
  await leadNotifications(transaction, titleId, null, users)
  const ended = await endLists(transaction, titleId, users, now)
  const comments = await count(sql`delete from comments where title_id = ${titleId}`)
  return { ...ended, comments, requests }
}

/**
 * Moves all rows of users from a title to another one, before the first is deleted, under `lockUserRows`. A user who had
 * both keeps one row: it is saved or liked if either was, and of two positions or flags of an episode the later one stays.
 * The titles are of one type, and `into` has all episodes of `from`.
 */
export async function moveUserRows(
  transaction: Database,
  { from, into, now }: { from: number; into: { id: number; titleEn: string }; now: Date },
): Promise<UserRows> {
  const users = await countUsers(transaction, from)
  const count = counter(transaction)
  const to = into.id
  await count(sql`
    insert into watchlist as mine (user_id, title_id, saved_at, version)
    select user_id, ${to}::integer, saved_at, users.version from watchlist join ${users} using (user_id)
    where title_id = ${from} and deleted_at is null
    on conflict (user_id, title_id) do update
      set saved_at = excluded.saved_at, version = excluded.version, deleted_at = null where mine.deleted_at is not null`)
  await moveLikes(transaction, from, to, users, now)
  await moveHistory(transaction, from, to, users, now)
  const owned = await count(sql`
    update comments set title_id = ${to}, version = users.version from ${users}
    where comments.user_id = users.user_id and title_id = ${from}`)
  const others = await count(sql`update comments set title_id = ${to} where title_id = ${from}`)
  const requests = await count(sql`
    update requests set title_id = ${to}, version = users.version from ${users}
    where requests.user_id = users.user_id and title_id = ${from}`)
  await leadNotifications(transaction, from, pathOfTitle(into), users)
  return { ...(await endLists(transaction, from, users, now)), comments: owned + others, requests }
}

/** Reserves a version for each user with a row of the title, and returns them as the row set `users`. */
async function countUsers(transaction: Database, titleId: number): Promise<SQL> {
  const { rows } = await transaction.execute<{ id: string | number }>(sql`
    select user_id as id from watchlist where title_id = ${titleId} and deleted_at is null
    union select user_id from likes where title_id = ${titleId} and liked
    union select user_id from history where title_id = ${titleId}
    union select user_id from requests where title_id = ${titleId}
    union select user_id from notifications where ${leadsTo(titleId)}
    union select user_id from comments where title_id = ${titleId} and user_id is not null
    union select reaction.user_id from comment_likes as reaction
      join comments on comments.id = comment_id where title_id = ${titleId}
    union select report.user_id from comment_reports as report
      join comments on comments.id = comment_id where title_id = ${titleId}`)
  const counted = await nextVersions(
    transaction,
    rows.map(({ id }) => Number(id)),
  )
  return sql`json_to_recordset(${JSON.stringify(counted)}::json) as users(user_id bigint, version bigint)`
}

/** Runs a statement and returns the number of rows that it changed. */
function counter(transaction: Database) {
  return async (statement: SQL): Promise<number> => {
    const { rows } = await transaction.execute<{ count: number }>(
      sql`with changed as (${statement} returning 1) select count(*)::integer as count from changed`,
    )
    return rows[0]?.count ?? 0
  }
}

/** Turns the title's rows of lists into tombstones. */
async function endLists(transaction: Database, titleId: number, users: SQL, now: Date) {
  const count = counter(transaction)
  const at = timeOf(now)
  const watchlist = await count(sql`
    update watchlist set deleted_at = ${at}, version = users.version from ${users}
    where watchlist.user_id = users.user_id and title_id = ${titleId} and deleted_at is null`)
  const likes = await count(sql`
    update likes set liked = false, changed_at = ${at}, version = users.version from ${users}
    where likes.user_id = users.user_id and title_id = ${titleId} and liked`)
  await transaction.execute(sql`delete from like_counts where title_id = ${titleId}`)
  await transaction.execute(sql`delete from history_marks where title_id = ${titleId}`)
  await transaction.execute(sql`delete from watched_flags where title_id = ${titleId}`)
  const history = await count(sql`
    update history set deleted_at = ${at}, watched_at = null, hidden_at = null, version = users.version from ${users}
    where history.user_id = users.user_id and title_id = ${titleId} and deleted_at is null`)
  return { watchlist, likes, history }
}

async function moveLikes(transaction: Database, from: number, to: number, users: SQL, now: Date): Promise<void> {
  const added = await counter(transaction)(sql`
    insert into likes as mine (user_id, title_id, liked, changed_at, version)
    select user_id, ${to}::integer, true, ${timeOf(now)}, users.version from likes join ${users} using (user_id)
    where title_id = ${from} and liked
    on conflict (user_id, title_id) do update
      set liked = true, changed_at = excluded.changed_at, version = excluded.version where not mine.liked`)
  if (added === 0) return
  await transaction.execute(sql`
    insert into like_counts as counted (title_id, likes) values (${to}, ${added})
    on conflict (title_id) do update set likes = counted.likes + excluded.likes`)
}

/** The rules for two positions and two flags of an episode are those of `server/areas/history.ts`. */
async function moveHistory(transaction: Database, from: number, to: number, users: SQL, now: Date): Promise<void> {
  const step = episodeId(to - from, 0, 0)
  const episode = sql`case when episode_id = 0 then 0 else episode_id + ${step}::bigint end`
  await transaction.execute(sql`
    insert into history as mine (user_id, title_id, hidden_at, version, deleted_at)
    select user_id, ${to}::integer, hidden_at, users.version, ${timeOf(now)} from history join ${users} using (user_id)
    where title_id = ${from}
    on conflict (user_id, title_id) do update set hidden_at = greatest(mine.hidden_at, excluded.hidden_at)`)
  await transaction.execute(sql`
    insert into history_marks as mine (user_id, title_id, episode_id, file_id, position, duration, watched_at)
    select user_id, ${to}::integer, ${episode}, file_id + ${step * FILES_PER_WORK}::bigint, position, duration, watched_at
    from history_marks where title_id = ${from}
    on conflict (user_id, title_id, episode_id) do update
      set file_id = excluded.file_id, position = excluded.position, duration = excluded.duration,
        watched_at = excluded.watched_at
      where (excluded.watched_at, excluded.position, excluded.duration, coalesce(excluded.file_id, 0))
        > (mine.watched_at, mine.position, mine.duration, coalesce(mine.file_id, 0))`)
  await transaction.execute(sql`
    insert into watched_flags as mine (user_id, title_id, episode_id, watched, flagged_at)
    select user_id, ${to}::integer, ${episode}, watched, flagged_at from watched_flags where title_id = ${from}
    on conflict (user_id, title_id, episode_id) do update set watched = excluded.watched, flagged_at = excluded.flagged_at
      where (excluded.flagged_at, coalesce(excluded.watched::integer, -1))
        > (mine.flagged_at, coalesce(mine.watched::integer, -1))`)
  await transaction.execute(sql`
    update history set version = merged.version, watched_at = merged.at,
      deleted_at = case when merged.at is null then coalesce(deleted_at, ${timeOf(now)}) end
    from (
      select users.user_id, users.version, greatest(
        (select max(watched_at) from history_marks as mark where mark.user_id = users.user_id and mark.title_id = ${to}),
        (select max(flagged_at) from watched_flags as flag
          where flag.user_id = users.user_id and flag.title_id = ${to} and flag.watched)
      ) as at
      from ${users} join history as item on item.user_id = users.user_id and item.title_id = ${from}
    ) as merged
    where history.user_id = merged.user_id and history.title_id = ${to}`)
}

/** Notifications open the page of another title, or none. */
async function leadNotifications(transaction: Database, titleId: number, path: string | null, users: SQL) {
  await transaction.execute(sql`
    update notifications set path = ${path}, version = users.version from ${users}
    where notifications.user_id = users.user_id and ${leadsTo(titleId)}`)
}

function leadsTo(titleId: number): SQL {
  return sql`starts_with(path, ${`/titles/${titleId}/`}) and deleted_at is null`
}

function timeOf(now: Date): SQL {
  return sql`${now.toISOString()}::timestamptz`
}
