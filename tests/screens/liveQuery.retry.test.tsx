import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSaved } from '#data/areas/watchlist.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { useSaved } from '#data/react/titleHooks.ts'
import { createDevice, popularCard, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice

beforeEach(async () => {
  device = await createDevice()
  await device.registerMember()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await device.close()
})

function Saved({ id }: { id: number }) {
  return <p>{String(useSaved(id)?.saved)}</p>
}

test('shows a state that cannot be read as unknown, and retries without another change', async () => {
  const card = await popularCard(device.server)
  device.goOffline()
  await setSaved({ titleId: card.id, saved: true, card })
  const failing = vi.spyOn(database.meta, 'get').mockImplementation(() => {
    throw new Error('the transaction was committed too early')
  })
  render(<Saved id={card.id} />)
  await screen.findByText('undefined')
  await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(1)
  expect(screen.getByText('undefined')).toBeTruthy()
  failing.mockRestore()
  await screen.findByText('true', undefined, { timeout: 10_000 })
})
