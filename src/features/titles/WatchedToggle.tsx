import type { ReactNode } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { type Watched, watchedState } from '#data/areas/history.ts'
import { markWatched } from '#data/areas/markWatched.ts'
import { areWatched } from '#data/areas/watchedParts.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { useToggle } from '#parts/actions/useToggle.ts'
import { appText } from '#text/app.ts'
import { watchedText } from '#text/watched.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Renders the toggle's button. `pressed`: undefined while unknown. */
type RenderToggle = (pressed: boolean | undefined, onClick: () => void) => ReactNode

/** Marks a film or episodes as watched or not, with undo; works offline too. On while all of them are watched. */
export function WatchedToggle({
  card,
  parts,
  name,
  watched,
  children,
}: {
  card: TitleCard
  /** Ids of episodes, or null for the film. */
  parts: readonly (number | null)[]
  /** Name of the film, season or episode, for the confirmation. */
  name: string
  /** The user's history of the title; undefined while unknown. */
  watched: Watched | null | undefined
  children: RenderToggle
}) {
  const run = useMutationAction()
  const pressed = watched === undefined ? undefined : areWatched(watched, parts)
  const toggle = useToggle(pressed, {
    read: async () => areWatched(await watchedState(card.id), parts),
    async write(on) {
      const undo = await markWatched(card, parts, on)
      const text = (on ? watchedText.marked : watchedText.unmarked)(name)
      showSnackbar({ text, action: { label: appText.undo, act: () => void run(undo) } })
    },
    deferred: { kind: 'watched', titleId: card.id, name: card.titleFa || card.titleEn, card, parts: [...parts] },
  })
  return children(pressed, toggle)
}
