import { historyApi } from '#contract/history.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { passFences } from '#server/sync/fence.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { monotonicMerge } from '#server/sync/strategies.ts'
import { fieldMessages } from '#server/text/messages.ts'
import {
  episodesOf,
  FILM,
  type Flag,
  historyEntity,
  historyRow,
  presentHistory,
  updateItem,
  writeFlags,
} from './history.ts'
import { redirectTitle, translateFlags } from './mergedTitles.ts'

/**
 * Mounts the call that marks a film or episodes as watched or not. Devices send flags in another lane than positions and
 * removals, so it shares the fence of the title's history: one device's changes count in the order in which they were made. A
 * fence for each film and episode holds back a flag when its device has already sent a later one.
 */
export function serveWatchedFlags(api: Api): void {
  serve(
    api,
    historyApi.setWatched,
    mutationHandler(
      monotonicMerge({
        entity: historyEntity,
        async merge(mutation) {
          const { transaction, userId, params, body, createdAt } = mutation
          await requireTitle(transaction, params.id)
          const ids = body.flags.flatMap(({ episodeId }) => episodeId ?? [])
          const known = await episodesOf(transaction, params.id, ids)
          // Episodes that no longer exist are skipped, unless nothing else is flagged.
          if (ids.length === body.flags.length && known.size === 0) {
            refuse('validation', { errors: { flags: [fieldMessages.episode] } })
          }
          const flags = new Map<number, Flag>()
          for (const { episodeId, watched } of body.flags) {
            if (episodeId !== null && !known.has(episodeId)) continue
            const key = episodeId ?? FILM
            flags.set(key, { userId, titleId: params.id, episodeId: key, watched, flaggedAt: createdAt })
          }
          const flagEntity = (key: number) => `${historyEntity(params)}:${key}:watched`
          const fences = await passFences(mutation, [...flags.keys()].map(flagEntity))
          const inSequence = [...flags].flatMap(([key, flag]) =>
            fences.get(flagEntity(key))?.isOutOfSequence ? [] : flag,
          )
          const { removedAt } = await historyRow(mutation)
          const isLater = removedAt === null || createdAt > removedAt
          const hasChanged = isLater && (await writeFlags(transaction, inSequence)).length > 0
          if (hasChanged) await updateItem(mutation)
          return { row: await presentHistory(mutation), hasChanged }
        },
      }),
      redirectTitle(translateFlags),
    ),
  )
}
