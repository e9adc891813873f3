/** `view-transition-name` shared by the clicked poster and the poster on the title page (set in its style sheet). */
const NAME = 'title-poster'

/** Names the poster inside the clicked link and no other: a duplicate name cancels the transition. */
export function namePosterForTransition(link: HTMLElement) {
  const followed = link.querySelector('[data-poster]')
  for (const poster of document.querySelectorAll<HTMLElement>('[data-poster]')) {
    poster.style.viewTransitionName = poster === followed ? NAME : 'none'
  }
}
