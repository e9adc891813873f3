import { v7 as uuid } from 'uuid'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { Next } from './load.ts'

const HOST = 'http://127.0.0.1'
const PASSWORD = 'correct horse 1401'

/** Newly registered users take turns saving titles with the app's request. */
export async function savings(port: number, people: number, titles: readonly number[]): Promise<Next> {
  const base = `${HOST}:${port}`
  const cookie = (await fetch(`${base}/sanctum/csrf-cookie`)).headers.get('Set-Cookie') ?? ''
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
  const headers = { 'Content-Type': 'application/json', Cookie: `XSRF-TOKEN=${xsrf}`, 'X-XSRF-TOKEN': xsrf }
  const tokens: string[] = []
  const devices = Array.from({ length: people }, () => uuid())
  for (let one = 0; one < people; one++) {
    const form = { name: 'bench', email: `bench${one}@parde.example` }
    const body = JSON.stringify({ ...form, password: PASSWORD, passwordConfirmation: PASSWORD })
    const answer = await fetch(`${base}/api/sanc/register`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(`registering answered ${answer.status}`)
    const { data } = (await answer.json()) as { data: { token: string } }
    tokens.push(data.token)
  }
  let nth = 0
  return () => {
    const [person, title] = [nth % people, Math.floor(nth / people) % titles.length]
    nth++
    return {
      path: `/api/user/watchlist/${titles[title]}`,
      headers: {
        ...headers,
        Authorization: `Bearer ${tokens[person]}`,
        [HEADER_KEY]: uuid(),
        [HEADER_CLIENT]: devices[person] ?? '',
        [HEADER_SEQ]: String(nth),
        [HEADER_AGE]: '0',
      },
      body: '{"saved":true}',
    }
  }
}
