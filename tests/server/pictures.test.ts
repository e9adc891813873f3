import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PICTURE_FORMATS, PICTURES } from '#contract/pictures.ts'
import { type PicturedTitle, pictureTemplate, titleSubject } from '#server/catalogue/pictures.ts'
import { APP_ORIGIN, startServer, type TestServer } from '#tests/harness/server.ts'

describe('pictures', () => {
  let server: TestServer
  let poster: string
  const ask = (path: string, init?: RequestInit) => server.request(path, init)

  beforeAll(async () => {
    server = await startServer()
    const { json } = await server.createGuest().get('/api/titles/68646')
    poster = json.data.poster.replace('{width}', '185').replace('{format}', 'avif')
  })
  afterAll(() => server.close())

  test('draws a poster that other origins may embed and cache for ever', async () => {
    const answer = await ask(poster, { headers: { Origin: APP_ORIGIN } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/avif')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(APP_ORIGIN)
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('Content-Length')).toBe(String(bytes.length))
    expect(String.fromCharCode(...bytes.subarray(4, 12))).toBe('ftypavif')
  })

  test('serves the pictures of every record in each format', async () => {
    const { json } = await server.createGuest().get('/api/titles/903747')
    const templates: string[] = [json.data.poster, json.data.backdrop, json.data.cast[0].image]
    const widths = [PICTURES.poster.widths[0], PICTURES.backdrop.widths[0], PICTURES.portrait.widths[0]]
    for (const [at, template] of templates.entries()) {
      for (const format of PICTURE_FORMATS) {
        const path = template.replace('{width}', String(widths[at])).replace('{format}', format)
        const answer = await ask(path)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('Content-Type')).toBe(`image/${format}`)
      }
    }
  })

  test('answers 304 to a known ETag, and HEAD without the bytes', async () => {
    const first = await ask(poster)
    const tag = first.headers.get('ETag') ?? ''
    const again = await ask(poster, { headers: { 'If-None-Match': tag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const head = await ask(poster, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('Content-Length')).toBe(first.headers.get('Content-Length'))
    expect(head.headers.get('ETag')).toBe(tag)
    expect(await head.text()).toBe('')
  })

  test('asks the database once for a picture that is requested again, and anew for the address of other facts', async () => {
    const read = vi.spyOn(server.database, 'select')
    await ask(poster)
    read.mockClear()
    expect((await ask(poster.replace('-185', '-342'))).status).toBe(200)
    expect(read).not.toHaveBeenCalled()
    const outdated = await ask(poster.replace(/-\w+-185/, '-another-185'))
    expect(outdated.headers.get('Location')).toBe(poster)
    expect(read).toHaveBeenCalledOnce()
    read.mockRestore()
  })

  test('returns the same picture to simultaneous requests', async () => {
    const { json } = await server.createGuest().get('/api/titles/71562')
    const path = json.data.poster.replace('{width}', '185').replace('{format}', 'avif')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path)))
    expect(new Set(answers.map((answer) => answer.headers.get('ETag'))).size).toBe(1)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  test('redirects from an earlier drawing version to the current one', async () => {
    const answer = await ask(poster.replace(/-\w+-185/, '-0-185'))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('Location')).toBe(poster)
    expect(answer.headers.get('Cache-Control')).not.toContain('immutable')
  })

  test("changes a picture's address only with the title's name", () => {
    const title: PicturedTitle = {
      id: 7,
      imdb: 'tt0000007',
      type: 'movie',
      titleFa: 'پدرخوانده',
      titleEn: 'The Godfather',
      year: 1972,
      genreIds: [],
    }
    const addressOf = (one: PicturedTitle) => pictureTemplate('posters', titleSubject(one))
    expect(addressOf({ ...title, titleFa: 'پدر خوانده' })).not.toBe(addressOf(title))
    expect(addressOf({ ...title })).toBe(addressOf(title))
    expect(addressOf(title)).toMatch(/^\/media\/posters\/tt0000007-\w+-\{width\}\.\{format\}$/)
  })

  test.each([
    ['an unknown title', '/media/posters/tt9999999-1-185.avif'],
    ['an unknown person', '/media/portraits/p1-1-92.avif'],
    ['a title as a portrait', '/media/portraits/tt0068646-1-92.avif'],
    ['a person as a poster', '/media/posters/p1-1-185.avif'],
    ['an unsupported width', '/media/posters/tt0068646-1-186.avif'],
    ['a width of another picture type', '/media/posters/tt0068646-1-1280.avif'],
    ['an absurd width', '/media/posters/tt0068646-1-99999999999.avif'],
    ['an unsupported format', '/media/posters/tt0068646-1-185.png'],
    ['an unknown folder', '/media/covers/tt0068646-1-185.avif'],
    ['a property name of objects', '/media/constructor/tt0068646-1-185.avif'],
    ['a template', '/media/posters/tt0068646-1-{width}.{format}'],
    ['a path traversal', '/media/posters/..%2f..%2fsecret'],
    ['an encoded path traversal', '/media/posters/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['a null byte', '/media/posters/tt0068646-1-185.avif%00'],
    ['a huge number', '/media/posters/t99999999999-1-185.avif'],
    ['an empty name', '/media/posters/'],
  ])('answers 404 to %s', async (_, path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Cache-Control') ?? '').not.toContain('immutable')
  })
})
