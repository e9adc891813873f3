import { and, desc, eq, gt } from 'drizzle-orm'
import { devicesApi } from '#contract/devices.ts'
import { deviceName } from '#server/accounts/deviceName.ts'
import { endTokens, revokeTokens, tokenHash } from '#server/accounts/tokens.ts'
import { tokens } from '#server/database/schema/account.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'

/** Maximum number of listed devices. */
const MAX_DEVICES = 100

export function serveDevices(api: Api): void {
  serve(api, devicesApi.all, async ({ user, database, clock, http }) => {
    const rows = await database
      .select()
      .from(tokens)
      .where(and(eq(tokens.userId, user.id), gt(tokens.expiresAt, clock())))
      .orderBy(desc(tokens.usedAt), desc(tokens.id))
      .limit(MAX_DEVICES)
    const current = tokenHash(http)
    return {
      data: rows.map(({ id, agent, hash, createdAt, usedAt }) => ({
        id,
        name: deviceName(agent),
        current: hash === current,
        createdAt: createdAt.toISOString(),
        seenAt: usedAt.toISOString(),
      })),
    }
  })

  serve(api, devicesApi.end, async (call) => {
    const { user, params } = call
    const ended = await endTokens(call, eq(tokens.id, params.id), eq(tokens.userId, user.id))
    if (ended === 0) refuse('not_found')
    return undefined
  })

  serve(api, devicesApi.endOthers, async (call) => ({
    data: { ended: await revokeTokens(call, call.user.id, call.http) },
  }))
}
