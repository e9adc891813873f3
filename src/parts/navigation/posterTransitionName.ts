/** The name under which a poster grows into its page; the page's own poster carries it in its style sheet. */
const NAME = 'title-poster'

/** Marks the poster inside a link that is being followed, and no other: two of one name would cancel the move. */
export function namePosterForTransition(link: HTMLElement) {
  const followed = link.querySelector('[data-poster]')
  for (const poster of document.querySelectorAll<HTMLElement>('[data-poster]')) {
    poster.style.viewTransitionName = poster === followed ? NAME : 'none'
  }
}
