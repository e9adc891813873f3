import { v7 as uuid } from 'uuid'
import type { Next } from './load.ts'
import { csrfHeaders, mutationHeaders } from './memberHeaders.ts'

const HOST = 'http://127.0.0.1'
const PASSWORD = 'correct horse 1401'

/** Newly registered users take turns saving titles with the app's request. */
export async function savings(port: number, people: number, titles: readonly number[]): Promise<Next> {
  const base = `${HOST}:${port}`
  const headers = await csrfHeaders(base)
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
        ...mutationHeaders(devices[person] ?? '', nth),
      },
      body: '{"saved":true}',
    }
  }
}
