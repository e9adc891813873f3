import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { title } from '#data/areas/titles.ts'
import { readText, titlesText } from '#text/titles.ts'
import { notify } from '#ui/feedback/snackbar.ts'
import { grows } from './posterTransition.ts'
import { namePoster } from './posterTransitionName.ts'
import { raiseCurtain } from './titlePreview.ts'
import { opensElsewhere } from './useIntentPrefetch.ts'

/**
 * What a touch on a title's link does: its poster grows into the page, or, on a slow phone, the head of the page is there
 * at once (`card`: of what it says); a page that the device does not hold while there is no network is said to be so, and opened all the same by
 * who knows better.
 */
export function useFollow(outOfReach: boolean, card?: TitleCard): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter()
  const isKnown = ({ id }: TitleCard) => router.options.context.queryClient.getQueryData(title(id).key) !== undefined
  return (event) => {
    if (!outOfReach) {
      if (grows()) namePoster(event.currentTarget)
      else if (card && !isKnown(card) && !opensElsewhere(event)) raiseCurtain(card)
      return
    }
    event.preventDefault()
    const { pathname, search } = event.currentTarget
    const act = () => void router.navigate({ href: `${pathname}${search}` })
    notify({ text: readText.unseen, action: { label: titlesText.openAnyway, act } })
  }
}
