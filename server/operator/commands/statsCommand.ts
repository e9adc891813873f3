import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { defineCommand } from '#server/operator/command.ts'

const DAY = 86_400_000

/**
 * `stats`: the size of the site, and what happened in the last days. A user is active when a device of theirs has called
 * the server; revenue is in whole Toman, without refunds.
 */
export const showStats = defineCommand(
  v.strictObject({ days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)) }),
  async ({ connection: { database }, clock }, { days }) => {
    const now = clock().toISOString()
    const since = new Date(clock().getTime() - days * DAY).toISOString()
    const { rows } = await database.execute<Record<string, number>>(sql`select
      (select count(*)::integer from titles where not is_hidden) as titles,
      (select count(*)::integer from titles where is_hidden) as "hiddenTitles",
      (select count(distinct title_id)::integer from films where number >= 0) as "titlesWithFilms",
      (select count(*)::integer from users) as users,
      (select count(*)::integer from users where created_at >= ${since}) as "newUsers",
      (select count(distinct user_id)::integer from tokens where used_at >= ${since}) as "activeUsers",
      (select count(distinct user_id)::integer from subscriptions where starts_at <= ${now} and ends_at > ${now})
        as "premiumUsers",
      (select count(*)::integer from orders where paid_at >= ${since} and amount > 0) as "paidOrders",
      (select coalesce(sum(amount), 0)::double precision from orders
        where paid_at >= ${since} and refunded_at is null) as revenue,
      (select count(*)::integer from orders where refunded_at >= ${since}) as refunds,
      (select count(*)::integer from comments where created_at >= ${since} and user_id is not null) as "newComments",
      (select count(distinct comment_id)::integer from comment_reports join comments on id = comment_id
        where deleted_at is null and hidden_at is null) as "reportedComments",
      (select count(*)::integer from requests where deleted_at is null and status in ('waiting', 'accepted'))
        as "openRequests"`)
    return { days, ...rows[0] }
  },
)
