import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { readText, titlesText } from '#text/titles.ts'
import { notify } from '#ui/notice.ts'
import { namePoster } from './posterTransition.ts'

/**
 * What a touch on a title's link does: its poster grows into the page; a page that the device does not hold while there
 * is no network is said to be so, and opened all the same by who knows better.
 */
export function useFollow(outOfReach: boolean): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter()
  return (event) => {
    if (!outOfReach) {
      namePoster(event.currentTarget)
      return
    }
    event.preventDefault()
    const { pathname, search } = event.currentTarget
    const act = () => void router.navigate({ href: `${pathname}${search}` })
    notify({ text: readText.unseen, action: { label: titlesText.openAnyway, act } })
  }
}
