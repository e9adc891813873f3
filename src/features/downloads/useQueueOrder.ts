import { useCallback, useState } from 'react'
import { inQueueOrder, moveDownload } from '#data/downloads/downloadQueue.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { notifyIfFailed } from './notifyIfFailed.ts'

/** Moves a download to the place of another one. */
export type MoveDownload = (fileId: number, toPlaceOf: number) => void

/** An order that the user made and the database does not show yet. */
interface PendingOrder {
  ids: number[]
  /** Orders that the live query may still return meanwhile. */
  earlier: string[]
}

/**
 * Returns the downloads of the queue in its order. A move shows at once, before it is stored. `isPending`: the shown order
 * is not stored yet.
 */
export function useQueueOrder(videos: ShownDownload[]): {
  queue: ShownDownload[]
  isPending: boolean
  move: MoveDownload
} {
  const [pending, setPending] = useState<PendingOrder>()
  const stored = inQueueOrder(videos)
  const storedOrder = orderOf(stored)
  const isCurrent = pending?.earlier.includes(storedOrder)
  // Another order: this move, another tab's, or an item that came or went.
  if (pending && !isCurrent) setPending(undefined)
  const queue = pending && isCurrent ? sortBy(stored, pending.ids) : stored
  const order = orderOf(queue)

  const move = useCallback<MoveDownload>(
    (fileId, toPlaceOf) => {
      const ids = order.split(' ').map(Number)
      const [from, to] = [ids.indexOf(fileId), ids.indexOf(toPlaceOf)]
      if (from < 0 || to < 0 || from === to) return
      setPending((before) => ({
        ids: ids.toSpliced(from, 1).toSpliced(to, 0, fileId),
        earlier: [...(before?.earlier ?? []), storedOrder, order],
      }))
      void notifyIfFailed(async () => {
        try {
          await moveDownload(fileId, toPlaceOf)
        } catch (failure) {
          setPending(undefined)
          throw failure
        }
      })
    },
    [order, storedOrder],
  )
  return { queue, isPending: order !== storedOrder, move }
}

function orderOf(videos: ShownDownload[]): string {
  return videos.map(({ fileId }) => fileId).join(' ')
}

function sortBy(videos: ShownDownload[], ids: number[]): ShownDownload[] {
  return videos.toSorted((one, other) => ids.indexOf(one.fileId) - ids.indexOf(other.fileId))
}
