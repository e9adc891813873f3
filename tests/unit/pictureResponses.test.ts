import { expect, test } from 'vitest'
import { picturesOnly } from '../../sw/pictureResponses.ts'

const URL_ = 'https://parde.example/media/posters/1-342.avif'
const request = new Request(URL_)
const event = new Event('fetch') as never

function answer(type: string, { body = 'x', url = URL_, status = 200, headers = {} } = {}): Response {
  const response = new Response(body, { status, headers: { ...(type && { 'Content-Type': type }), ...headers } })
  return Object.defineProperty(response, 'url', { value: url })
}
const isShown = (response: Response) =>
  picturesOnly.fetchDidSucceed({ request, response, event }).then(
    () => true,
    () => false,
  )
const isUsed = async (cachedResponse: Response) =>
  (await picturesOnly.cachedResponseWillBeUsed({ request, cachedResponse, event, cacheName: 'parde-media' })) !== null

test.each([
  ['a picture', answer('image/avif'), true],
  ['the current version of a picture', answer('image/webp', { url: 'https://parde.example/media/a-2.webp' }), true],
  ["a captive portal's page", answer('text/html; charset=utf-8'), false],
  ["a proxy's message", answer('application/json'), false],
  ['a response without a type', answer(''), false],
  ['a picture of another origin', answer('image/png', { url: 'https://hotel.example/login.png' }), false],
])('%s is shown, and used from the cache: %s', async (_, response, expected) => {
  expect(await isShown(response)).toBe(expected)
  expect(await isUsed(response)).toBe(expected)
})

test('refusals of the server reach the page', async () => {
  expect(await isShown(answer('application/json', { status: 404 }))).toBe(true)
})

test('caches no empty and no huge picture, whether or not its length is announced', async () => {
  const isCached = async (response: Response) =>
    (await picturesOnly.cacheWillUpdate({ request, response, event })) !== null
  expect(await isCached(answer('image/png'))).toBe(true)
  expect(await isCached(answer('image/png', { body: '' }))).toBe(false)
  expect(await isCached(answer('image/png', { body: 'x'.repeat(3_000_001) }))).toBe(false)
  expect(await isCached(answer('image/png', { headers: { 'Content-Length': '100000000' } }))).toBe(false)
})
