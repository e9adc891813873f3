import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import styles from './DownloadsScreen.module.css'
import { useQueueOrder } from './useQueueOrder.ts'
import { VideoItem } from './VideoItem.tsx'

const loadSortable = async () => (await import('./SortableQueue.tsx')).SortableQueue

/** Actions of the items of a list. */
export interface ItemActions {
  onCheck: () => void
  /** Asks for confirmation. */
  onDelete: (video: ShownDownload) => void
}

/** The queue in its order. Two items or more can be moved once the code for it is loaded. */
export function QueueList({ videos, onCheck, onDelete }: { videos: ShownDownload[] } & ItemActions) {
  const { queue, move } = useQueueOrder(videos)
  const isSortable = queue.length > 1
  const Sortable = useLazyComponent(loadSortable, isSortable)
  if (isSortable && Sortable) return <Sortable queue={queue} onMove={move} onCheck={onCheck} onDelete={onDelete} />
  return (
    <ul className={styles.list}>
      {queue.map((video) => (
        <VideoItem
          key={video.fileId}
          video={video}
          onCheck={onCheck}
          onDelete={() => onDelete(video)}
          // Holds the place of the handle, so that nothing moves when the code arrives.
          handle={isSortable ? <span className={styles.handle} /> : undefined}
        />
      ))}
    </ul>
  )
}
