import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { savedState, setSaved } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { WatchlistButton, WatchlistToggle } from '#parts/actions/WatchlistButton.tsx'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let card: TitleCard

beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
  card = await popularCard(device.server)
  device.goOffline()
})
afterEach(() => device.close())

async function openWith(toggle: () => React.ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: toggle }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return screen.findByRole('button')
}

/** Records the state that each mutation desires, in order. */
async function recordWrites(): Promise<unknown[]> {
  const { outbox } = await personalDatabase()
  const written: unknown[] = []
  outbox.hook('creating', (_key, { payload }) => void written.push((payload as { saved: unknown }).saved))
  return written
}

test.each([
  { clicks: 2, writes: [true, false] },
  { clicks: 3, writes: [true, false, true] },
])(
  'decides each of $clicks clicks before the state is loaded on the result of the click before it',
  async ({ clicks, writes }) => {
    const written = await recordWrites()
    const button = await openWith(() => <WatchlistToggle card={card} state={undefined} />)
    for (let click = 0; click < clicks; click++) fireEvent.click(button)
    await expect.poll(() => written).toEqual(writes)
    expect((await savedState(card.id)).saved).toBe(writes.at(-1))
  },
)

test.each([
  { clicks: 2, writes: [false, true] },
  { clicks: 3, writes: [false, true, false] },
])(
  'decides each of $clicks fast clicks on a saved title on the result of the click before it',
  async ({ clicks, writes }) => {
    await setSaved({ titleId: card.id, saved: true, card })
    const written = await recordWrites()
    const button = await openWith(() => <WatchlistButton card={card} />)
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    for (let click = 0; click < clicks; click++) fireEvent.click(button)
    await expect.poll(() => written).toEqual(writes)
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(writes.at(-1)))
  },
)
