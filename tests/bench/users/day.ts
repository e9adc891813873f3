import { v7 as uuid } from 'uuid'
import type { Call } from '#tests/bench/catalogue/load.ts'
import { csrfHeaders, mutationHeaders } from '#tests/bench/catalogue/memberHeaders.ts'
import { tokenOfAccount } from './accounts.ts'

const LISTS = ['watchlist', 'likes', 'history', 'notifications']
/** How often the app is opened on a day. */
const STARTS = 3
/** Titles watched on a day, and positions sent of each: when the film is paused or left. */
const WATCHED = 2
const POSITIONS = 4
const CATALOGUE_CALLS = 20

/** The calls of one active day on a device that was in sync before: reads of the catalogue and the lists, and mutations. */
export async function callsOfDay(port: number, user: number, titles: readonly number[]): Promise<Call[]> {
  const base = `http://127.0.0.1:${port}`
  const headers = { ...(await csrfHeaders(base)), Authorization: `Bearer ${tokenOfAccount(user)}` }
  const device = uuid()
  let sequence = 0
  const get = (path: string): Call => ({ path, headers })
  const post = (path: string, body: object): Call => ({
    path: `/api/user/${path}`,
    headers: { ...headers, ...mutationHeaders(device, ++sequence) },
    body: JSON.stringify(body),
  })
  const title = (at: number) => titles[(user + at) % titles.length] ?? 0
  const pulls = await Promise.all(
    LISTS.map(async (list) => get(`/api/user/${list}?since=${await lastCursor(base, list, headers)}`)),
  )
  const starts = Array.from({ length: STARTS }, () => [get('/api/user'), ...pulls]).flat()
  const reads = Array.from({ length: CATALOGUE_CALLS }, (_, at) => get(`/api/titles/${title(at)}`))
  const positions = Array.from({ length: WATCHED * POSITIONS }, (_, at) =>
    post(`history/${title(Math.floor(at / POSITIONS))}`, {
      ...{ fileId: null, episodeId: null, earlier: [] },
      ...{ position: 600 * (1 + (at % POSITIONS)), duration: 5400 },
    }),
  )
  return [
    ...starts,
    ...reads,
    ...positions,
    post(`watchlist/${title(2)}`, { saved: true }),
    post(`watchlist/${title(3)}`, { saved: true }),
    post(`watchlist/${title(0)}`, { saved: false }),
    post(`like/${title(0)}`, { liked: true }),
    post(`history/${title(1)}/watched`, { flags: [{ episodeId: null, watched: true }] }),
    post('notifications', { read: 'all' }),
  ]
}

/** The cursor of a device that has read the whole list. */
async function lastCursor(base: string, list: string, headers: Record<string, string>): Promise<string> {
  for (let cursor = ''; ; ) {
    const answer = await fetch(`${base}/api/user/${list}?since=${encodeURIComponent(cursor)}`, { headers })
    if (!answer.ok) throw new Error(`${list} answered ${answer.status}`)
    const { meta } = (await answer.json()) as { meta: { cursor: string; more: boolean } }
    if (!meta.more) return encodeURIComponent(meta.cursor)
    cursor = meta.cursor
  }
}
