import type { TitleCard } from '#contract/titleCards.ts'
import { type LikeState, likeState, setLiked } from '#data/areas/reactions.ts'
import { useLike } from '#data/react/titleHooks.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { useToggle } from '#parts/actions/useToggle.ts'
import { roundNumber } from '#text/titleFacts.ts'
import { titlesText, titleText } from '#text/titles.ts'
import { ToggleButton } from '#ui/controls/ToggleButton.tsx'
import { HeartIcon } from '#ui/icons/icons.tsx'

/** Like button with the number of likes. `likes`: the count of the page's data. */
export function LikeButton({ title, likes: pageCount }: { title: TitleCard; likes: number }) {
  const state = useLike(title.id)
  const likes = shownLikes(state, pageCount)
  const name = title.titleFa || title.titleEn
  const toggle = useToggle(state?.liked, {
    read: async () => (await likeState(title.id)).liked ?? false,
    write: (liked) => setLiked({ titleId: title.id, liked, name }),
    deferred: { kind: 'like', titleId: title.id, name },
  })
  return (
    <ToggleButton
      label={titlesText.like}
      pressedText={titlesText.liked}
      icon={<HeartIcon size={20} />}
      pressed={state?.liked}
      count={likes > 0 ? { text: roundNumber(likes), label: titleText.likes(roundNumber(likes)) } : undefined}
      badge={state?.pending ? <PendingMark /> : undefined}
      onClick={toggle}
    />
  )
}

/** Number of likes including the user's: the last known count, or the page's count plus a pending like. */
export function shownLikes(state: LikeState | undefined, pageCount: number): number {
  if (state?.likes !== undefined) return state.likes
  return pageCount + (state?.liked && state.pending ? 1 : 0)
}
