import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { title } from '#data/areas/titles.ts'
import { readText, titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { titlePreview } from './titlePreview.ts'
import { opensInNewTab } from './useIntentPrefetch.ts'

/**
 * Click handler of links to a title. Shows the instant title preview of `card` unless the title is cached. When the page is not cached and the server is unreachable, a snackbar says so and offers to open it
 * anyway.
 */
export function useTitleNavigation(
  outOfReach: boolean,
  card?: TitleCard,
): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter()
  const isKnown = ({ id }: TitleCard) => router.options.context.queryClient.getQueryData(title(id).key) !== undefined
  return (event) => {
    if (!outOfReach) {
      if (card && !isKnown(card) && !opensInNewTab(event)) titlePreview.show(card)
      return
    }
    event.preventDefault()
    const { pathname, search } = event.currentTarget
    const act = () => void router.navigate({ href: `${pathname}${search}` })
    showSnackbar({ text: readText.unseen, action: { label: titlesText.openAnyway, act } })
  }
}
