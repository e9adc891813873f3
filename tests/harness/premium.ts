import { type CodeOrder, makeCodes } from '#server/premium/makeCodes.ts'
import type { Answer, Caller, TestServer } from './server.ts'

/** Makes a code as an operator does: by default a gift of plan 1. */
export async function createCode(server: TestServer, order: Partial<CodeOrder> = {}): Promise<string> {
  const gift = { kind: 'gift', planId: 1, percent: null, amount: null, uses: 1, expiresAt: null, count: 1, word: null }
  const [code = ''] = await makeCodes(server.database, { ...gift, ...order } as CodeOrder, server.now())
  return code
}

/** The path and query of a URL. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Submits a choice at the sandbox gateway as the user's browser does. Returns the address that the gateway leads to. */
export async function atGateway(server: TestServer, paymentUrl: string, act: string): Promise<{ returnUrl: string }> {
  await server.request(pathOf(paymentUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `act=${act}`,
  })
  const page = await (await server.request(pathOf(paymentUrl))).text()
  const returnUrl = /url=([^"]+)"/.exec(page)?.[1]
  if (returnUrl === undefined) throw new Error(`the gateway does not lead back: ${page}`)
  return { returnUrl }
}

/** Pays at the sandbox gateway and returns to the app. Resolves to the app's address. */
export async function pay(server: TestServer, paymentUrl: string, act = 'pay'): Promise<string | null> {
  const { returnUrl } = await atGateway(server, paymentUrl, act)
  return (await server.request(pathOf(returnUrl))).headers.get('Location')
}

/** A user's subscription, as the account call reports it. */
export async function subscribed(caller: Caller): Promise<Answer['json']> {
  return (await caller.get('/api/user')).json.data.subscription
}
