import type { TitleCard } from '#contract/titleCards.ts'
import { type LikeState, setLiked } from '#data/areas/reactions.ts'
import { useLike } from '#data/react/titleHooks.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { roundNumber } from '#text/titleFacts.ts'
import { titlesText, titleText } from '#text/titles.ts'
import { ToggleButton } from '#ui/controls/ToggleButton.tsx'
import { HeartIcon } from '#ui/icons/icons.tsx'

/** Likes a title, or no longer, and says how many do. `likes`: the page's own count. */
export function LikeButton({ title, likes: counted }: { title: TitleCard; likes: number }) {
  const state = useLike(title.id)
  const change = useMutationAction()
  const liked = state?.liked ?? false
  const likes = likesShown(state, counted)
  const name = title.titleFa || title.titleEn
  return (
    <ToggleButton
      label={titlesText.like}
      icon={<HeartIcon size={20} />}
      pressed={liked}
      count={likes > 0 ? { text: roundNumber(likes), label: titleText.likes(roundNumber(likes)) } : undefined}
      badge={state?.pending ? <PendingMark /> : undefined}
      onClick={() => void change(() => setLiked({ titleId: title.id, liked: !liked, name }))}
    />
  )
}

/** How many like it, the person included: what this device last heard, or the page's own count with a waiting wish in it. */
export function likesShown(state: LikeState | undefined, counted: number): number {
  if (state?.likes !== undefined) return state.likes
  return counted + (state?.liked && state.pending ? 1 : 0)
}
