import type { Client } from 'pg'

/** Accounts that are added by one statement per table. */
const STEP = 20_000

/**
 * Rows of an account by how much it is used: every second day (one account of 10), three days a month (2 of 10), and not
 * any more (7 of 10). Keys and fences are those of the calls in `day.ts` within the time that the server keeps them.
 */
const ROWS = {
  tokens: [2, 1, 1],
  watchlist: [60, 15, 3],
  likes: [30, 5, 1],
  history: [150, 20, 3],
  history_marks: [200, 25, 3],
  watched_flags: [30, 3, 0],
  notifications: [60, 15, 3],
  requests: [2, 1, 0],
  comments: [5, 1, 0],
  comment_likes: [10, 2, 0],
  orders: [3, 1, 0],
  subscriptions: [3, 1, 0],
  mutation_keys: [210, 42, 0],
  fences: [340, 60, 7],
} as const
type Table = keyof typeof ROWS

/** `u`: the user's id, `n`: the row's number from 1. Every row of a user differs in its title. */
const TITLE = 'titles.ids[1 + (u * 31 + n) % cardinality(titles.ids)]'
/** A time within the last year, the same for the same row. */
const TIME = "now() - (u * 7 + n * 977) % 31536000 * interval '1 second'"
/** The start of every account's tokens. */
const TOKEN = 'bench-token-of-account-'
const UUID = "md5(u || '-' || n)::uuid"
const VALUES: Record<Table, string> = {
  tokens: `(hash, user_id, agent, lifetime, created_at, used_at, expires_at)
    select ${tokenHash(`'${TOKEN}' || u || '-' || n`)}, u,
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    31536000, ${TIME}, now(), now() + interval '1 year'`,
  watchlist: `(user_id, title_id, saved_at, version, deleted_at)
    select u, ${TITLE}, ${TIME}, n, case when n % 5 = 0 then ${TIME} end`,
  likes: `(user_id, title_id, liked, version, changed_at)
    select u, ${TITLE}, true, n, ${TIME}`,
  history: `(user_id, title_id, watched_at, version) select u, ${TITLE}, ${TIME}, n`,
  history_marks: `(user_id, title_id, episode_id, position, duration, watched_at)
    select u, titles.ids[1 + (u * 31 + n % 3) % cardinality(titles.ids)], n, 1800, 5400, ${TIME}`,
  watched_flags: `(user_id, title_id, episode_id, watched, flagged_at)
    select u, ${TITLE}, n, true, ${TIME}`,
  notifications: `(id, user_id, kind, title, body, path, occasion, created_at, read_at, version)
    select ${UUID}, u, 'episode', 'قسمت تازهٔ یک سریال آمد', 'فصل ۳، قسمت ۴ اکنون در پرده است', '/titles/903747/breaking-bad',
    'episode:' || n, ${TIME}, case when n > 3 then ${TIME} end, n`,
  requests: `(user_id, name, type, created_at, version, wish, key, request)
    select u, 'فیلمی که هنوز در پرده نیست', 'movie', ${TIME}, n, 'movie ' || n, ${UUID}::text, md5(n::text)`,
  comments: `(title_id, user_id, body, spoiler, created_at, version, key, request)
    select ${TITLE}, u, 'بازی‌ها عالی بود و موسیقی آن را هنوز زمزمه می‌کنم؛ دوباره خواهم دید.', false, ${TIME}, n, ${UUID}::text, md5(n::text)`,
  comment_likes: `(user_id, comment_id, liked, changed_at) select u, u * 10 + n, true, ${TIME}`,
  orders: `(user_id, kind, plan_id, plan_name, days, price, discount, amount, state, ticket, return_to, reference, tracking,
    created_at, expires_at, paid_at, starts_at, ends_at)
    select u, 'join', 1, 'یک‌ماهه', 30, 89000, 0, 89000, 'paid', ${tokenHash("'ticket-' || u || '-' || n")},
    'https://parde.example', ${UUID}::text, n::text, ${TIME}, ${TIME}, ${TIME}, ${TIME}, ${TIME}`,
  subscriptions: `(user_id, order_id, plan_id, plan_name, starts_at, ends_at)
    select u, u * 10 + n, 1, 'یک‌ماهه', ${TIME}, ${TIME}`,
  mutation_keys: `(user_id, key, request, answer, created_at)
    select u, ${UUID}::text, ${tokenHash("u || '-' || n")},
    jsonb_build_object('data', jsonb_build_object('titleId', n, 'version', n, 'savedAt', now(), 'deletedAt', null)),
    now() - (u * 7 + n * 977) % 2592000 * interval '1 second'`,
  fences: `(user_id, entity, client_id, last_seq, wished_at)
    select u, (array['watchlist:', 'like:', 'history:'])[1 + n % 3] || n, md5('device ' || u)::uuid::text, n, ${TIME}`,
}

/** Adds accounts with the numbers from `from` to `to` and all their rows, without checking references. */
export async function addAccounts(client: Client, from: number, to: number): Promise<void> {
  await client.query('set synchronous_commit = off; set session_replication_role = replica; set jit = off')
  for (let first = from; first <= to; first += STEP) {
    const users = `generate_series(${first}::bigint, ${Math.min(first + STEP - 1, to)}::bigint) u`
    await client.query('begin')
    await client.query(`insert into users (id, name, email, password, created_at) overriding system value
      select u, 'سارا احمدی', 'user' || u || '@parde.example', repeat('x', 120), now() from ${users}`)
    await client.query(`insert into versions (user_id, version) select u, 1000 from ${users}`)
    for (const [table, [heavy, light, unused]] of Object.entries(ROWS)) {
      const count = `case when u % 10 = 0 then ${heavy} when u % 10 < 3 then ${light} else ${unused} end`
      await client.query(`insert into ${table} ${VALUES[table as Table]} from ${users}
        cross join lateral generate_series(1, ${count}) n
        cross join (select array_agg(id order by id) as ids from titles) titles`)
    }
    await client.query('commit')
  }
}

/** The accounts that are used every second day. */
export function activeAccounts(count: number): number[] {
  return Array.from({ length: count }, (_, at) => (at + 1) * 10)
}

/** The token of an account's first device. */
export function tokenOfAccount(user: number): string {
  return `${TOKEN}${user}-1`
}

/** SQL for the hash of a token, as in `server/accounts/tokens.ts`. */
function tokenHash(token: string): string {
  return `translate(rtrim(encode(sha256(convert_to(${token}, 'UTF8')), 'base64'), '='), '+/', '-_')`
}
