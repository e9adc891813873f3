import { and, eq } from 'drizzle-orm'
import { historyApi } from '#contract/history.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import { history } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { passFence } from '#server/sync/fence.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { monotonicMerge } from '#server/sync/strategies.ts'
import { historyEntity, historyRow, presentHistory } from './history.ts'
import { redirectTitle } from './mergedTitles.ts'

/**
 * Mounts the call that hides a title from "continue watching". It shares the fence of the title's history, so that a title
 * hidden after a position of the same device is hidden at a later time than that position, whatever the delays. A fence of
 * its own decides between two such calls.
 */
export function serveContinueWatching(api: Api): void {
  serve(
    api,
    historyApi.setHidden,
    mutationHandler(
      monotonicMerge({
        entity: historyEntity,
        async merge(mutation) {
          const { transaction, userId, params, body, createdAt, version } = mutation
          await requireTitle(transaction, params.id)
          const { isStale } = await passFence(mutation, `${historyEntity(params)}:hidden`)
          const before = await historyRow(mutation)
          const hiddenAt = body.hidden ? createdAt : null
          const hasChanged = !isStale && before.hiddenAt?.getTime() !== hiddenAt?.getTime()
          if (hasChanged) {
            await transaction
              .update(history)
              .set({ hiddenAt, version })
              .where(and(eq(history.userId, userId), eq(history.titleId, params.id)))
          }
          return { row: await presentHistory(mutation), hasChanged }
        },
      }),
      redirectTitle(),
    ),
  )
}
