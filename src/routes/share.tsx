import { createFileRoute, redirect } from '@tanstack/react-router'
import { shareDestination } from '#data/areas/shareTarget.ts'
import { PendingScreen } from '#features/shell/PendingScreen.tsx'

/** Target of shares from other apps (`share_target` of the manifest). Redirects at once and leaves no history entry. */
export const Route = createFileRoute('/share')({
  validateSearch: (raw: Record<string, unknown>) => ({
    title: textOf(raw.title),
    text: textOf(raw.text),
    url: textOf(raw.url),
  }),
  beforeLoad: async ({ search }) => {
    const landing = await shareDestination(search)
    // The title page corrects the slug.
    if (landing.kind === 'title')
      throw redirect({ to: '/titles/$id/$slug', params: { id: String(landing.id), slug: '-' }, replace: true })
    if (landing.kind === 'request') {
      const { imdb, name } = landing
      throw redirect({ to: '/user/new-request', search: { imdb, name: name || undefined }, replace: true })
    }
    throw redirect({ to: '/', search: landing.kind === 'search' ? { q: landing.q } : {}, replace: true })
  },
  component: PendingScreen,
})

/** Shared text may be of any type and length. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 2_000) : ''
}
