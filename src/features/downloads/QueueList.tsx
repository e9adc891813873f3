import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useRef } from 'react'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { queueText } from '#text/downloads.ts'
import { prefersReducedMotion } from '#ui/browser/reducedMotion.ts'
import { DragHandleIcon } from '#ui/icons/downloadIcons.tsx'
import styles from './DownloadsScreen.module.css'
import { useQueueOrder } from './useQueueOrder.ts'
import { VideoItem } from './VideoItem.tsx'
import { fullName, type Wait } from './videoTexts.ts'

/** Distance in px before a pointer drags, so that a click on the handle moves nothing. */
const DRAG_DISTANCE = 5
/** The library's own keys, and the numeric keypad's. */
const CONFIRM_KEYS = ['Space', 'Enter', 'NumpadEnter']
const MODIFIERS = [restrictToVerticalAxis, restrictToParentElement]
/** As `--move` and `--ease` in tokens.css. */
const TRANSITION = { duration: 240, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

interface Props {
  videos: ShownDownload[]
  wait: Wait
  onCheck: () => void
  /** Asks for confirmation. */
  onDelete: (video: ShownDownload) => void
}

/** The queue in its order. Two items or more move by their handles: with a pointer, or with the keyboard. */
export function QueueList({ videos, wait, onCheck, onDelete }: Props) {
  const { queue, isPending, move } = useQueueOrder(videos)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: { start: CONFIRM_KEYS, cancel: ['Escape'], end: [...CONFIRM_KEYS, 'Tab'] },
      // While a smooth scroll runs, the library takes its distance for the item's, and the item stops half-way.
      scrollBehavior: 'auto',
    }),
  )
  const announcements = useAnnouncements(queue)
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(Number(active.id), Number(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      accessibility={{ announcements, screenReaderInstructions: { draggable: queueText.instructions } }}
      onDragEnd={drop}
    >
      <SortableContext items={queue.map(({ fileId }) => fileId)} strategy={verticalListSortingStrategy}>
        <ul className={styles.list} aria-busy={isPending}>
          {queue.map((video) => (
            <QueueItem
              key={video.fileId}
              video={video}
              isSortable={queue.length > 1}
              wait={wait}
              onCheck={onCheck}
              onDelete={onDelete}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function QueueItem({
  video,
  isSortable,
  wait,
  onCheck,
  onDelete,
}: Omit<Props, 'videos'> & { video: ShownDownload; isSortable: boolean }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: video.fileId,
    attributes: { roleDescription: queueText.handleRole },
    transition: prefersReducedMotion() ? null : TRANSITION,
  })
  return (
    <VideoItem
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      isDragging={isDragging}
      video={video}
      wait={wait}
      onCheck={onCheck}
      onDelete={() => onDelete(video)}
      handle={
        isSortable && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={styles.handle}
            {...attributes}
            {...listeners}
            aria-label={queueText.handle(fullName(video))}
          >
            <DragHandleIcon size={22} />
          </button>
        )
      }
    />
  )
}

/** What screen readers hear while an item moves. */
function useAnnouncements(queue: ShownDownload[]): Announcements {
  const announcedPlace = useRef(0)
  const placeOf = (id: UniqueIdentifier) => queue.findIndex(({ fileId }) => fileId === id) + 1
  const nameOf = (id: UniqueIdentifier) => {
    const video = queue.find(({ fileId }) => fileId === id)
    return video ? fullName(video) : ''
  }
  return {
    onDragStart({ active: { id } }) {
      announcedPlace.current = placeOf(id)
      return queueText.lifted(nameOf(id), announcedPlace.current, queue.length)
    },
    onDragOver({ active: { id }, over }) {
      const place = placeOf(over?.id ?? id)
      // An item that was lifted is over itself first, which would replace the announcement before it is read.
      if (place === announcedPlace.current) return undefined
      announcedPlace.current = place
      return queueText.moved(nameOf(id), place, queue.length)
    },
    onDragEnd: ({ active: { id }, over }) => queueText.dropped(nameOf(id), placeOf(over?.id ?? id), queue.length),
    onDragCancel: ({ active: { id } }) => queueText.cancelled(nameOf(id), placeOf(id)),
  }
}
