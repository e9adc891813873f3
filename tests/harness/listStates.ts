import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { endSession } from '#data/database/session.ts'
import { openApp } from './app.tsx'
import type { TestDevice } from './device.ts'

/** Expects a personal list to tell apart that it is empty, that it was never loaded, and that nobody is signed in. */
export async function expectListStates(
  device: TestDevice,
  path: string,
  { empty, neverLoaded, guest }: Record<'empty' | 'neverLoaded' | 'guest', string>,
  whileNeverLoaded?: () => Promise<unknown>,
) {
  const first = await openApp(path)
  expect(await screen.findByText(empty)).toBeDefined()
  first.close()
  await endSession()
  await device.signIn(await device.server.createUser())
  device.goOffline()
  await openApp(path)
  expect(await screen.findByText(neverLoaded)).toBeDefined()
  await whileNeverLoaded?.()
  await endSession()
  expect(await screen.findByText(guest)).toBeDefined()
}
