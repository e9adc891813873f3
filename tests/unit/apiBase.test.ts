import { afterEach, expect, test, vi } from 'vitest'
import { apiBaseNow } from '#data/network/apiBase.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['https://parde.example/tv?page=2', 'https://api.parde.example'],
  ['http://parde.example:8080/', 'http://api.parde.example:8080'],
  ['http://localhost:4173/', 'http://localhost:8787'],
  ['http://127.0.0.1:4173/', 'http://127.0.0.1:8787'],
])('a page at %s calls the API at %s', (page, api) => {
  vi.stubGlobal('location', new URL(page))
  expect(apiBaseNow()).toBe(api)
})
