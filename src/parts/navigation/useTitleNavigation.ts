import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { title } from '#data/areas/titles.ts'
import { readText, titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { isPosterTransitionEnabled } from './posterTransition.ts'
import { namePosterForTransition } from './posterTransitionName.ts'
import { showTitlePreview } from './titlePreview.ts'
import { opensInNewTab } from './useIntentPrefetch.ts'

/**
 * What a touch on a title's link does: its poster grows into the page, or, on a slow phone, the head of the page is there
 * at once (`card`: of what it says); a page that the device does not hold while there is no network is said to be so, and opened all the same by
 * who knows better.
 */
export function useTitleNavigation(
  outOfReach: boolean,
  card?: TitleCard,
): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter()
  const isKnown = ({ id }: TitleCard) => router.options.context.queryClient.getQueryData(title(id).key) !== undefined
  return (event) => {
    if (!outOfReach) {
      if (isPosterTransitionEnabled()) namePosterForTransition(event.currentTarget)
      else if (card && !isKnown(card) && !opensInNewTab(event)) showTitlePreview(card)
      return
    }
    event.preventDefault()
    const { pathname, search } = event.currentTarget
    const act = () => void router.navigate({ href: `${pathname}${search}` })
    showSnackbar({ text: readText.unseen, action: { label: titlesText.openAnyway, act } })
  }
}
