import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { type BuiltServer, call, startBuiltServer } from '#tests/harness/builtServer.ts'
import { pictureFile } from '#tests/harness/fixtures/operatorPictures.ts'
import { makeSourceFilm } from '#tests/harness/sourceFilm.ts'

/** Three films are encoded, on a busy machine. */
const TIMEOUT = 300_000
/** Folders that the documentation names. */
const FOLDERS = ['/opt/parde', '/srv', '/media', '/backups']

let folder: string
let server: BuiltServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parde-walk-'))
  for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true })
  await cp('dist', join(folder, 'opt/parde'), { recursive: true })
  await prepareOperatorFiles()
}, TIMEOUT)
afterEach(async () => {
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

/** The operator's catalogue, posters and videos. */
async function prepareOperatorFiles() {
  const rows = (await readFile('docs/import/template.ndjson', 'utf8')).trim().split('\n')
  const withPosters = rows.map((row) => {
    const { kind, imdb, key } = JSON.parse(row)
    return kind === 'title' ? { ...JSON.parse(row), poster: `${imdb ?? key}.jpg` } : JSON.parse(row)
  })
  await mkdir(join(folder, 'posters'))
  for (const { poster } of withPosters)
    if (poster !== undefined) await writeFile(join(folder, 'posters', poster), await pictureFile())
  await writeFile(join(folder, 'catalogue.ndjson'), withPosters.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await writeFile(join(folder, 'friends-house-wide.jpg'), await pictureFile({ width: 1920, height: 1080 }))
  const tracks = { seconds: 5, size: '320x240', audios: ['per'] }
  makeSourceFilm(join(folder, 'media/friends-house.mkv'), tracks)
  await mkdir(join(folder, 'media/our-serial'))
  for (const episode of ['S01E01', 'S01E02']) makeSourceFilm(join(folder, 'media/our-serial', `${episode}.mkv`), tracks)
}

/** The commands of a section of the documentation, with this test's folders. */
async function commandsOf(heading: string): Promise<string[]> {
  const [, after = ''] = (await readFile('docs/operations.md', 'utf8')).split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands)
  const pattern = new RegExp(`(?<=[ =])(?=${FOLDERS.join('|')})`, 'g')
  return blocks.map((commands) => commands.replace(pattern, folder))
}

/** Runs commands in one shell, in the operator's folder; throws at the first that fails. Returns what they print. */
async function runInShell(commands: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', PATH: process.env.PATH }
  const shell = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], { cwd: folder, env })
  return (await shell).stdout
}

test('the documented commands make a site with pictures, films, premium and a backup', {
  timeout: TIMEOUT,
}, async () => {
  const [start = '', ...rest] = await commandsOf('A site of your own')
  const data = join(folder, 'srv/parde')
  const main = join(folder, 'opt/parde/server/main.js')
  expect(start).toBe(`export DATA_DIR=${data} SEED=none\nnode ${main}\n`)
  server = await startBuiltServer(data, { SEED: 'none' }, main)
  await server.waitForOutput(server.app)
  expect(await answer('/api/titles/search')).toEqual([])

  const printed = await runInShell(rest)
  expect(printed).toContain('pictures: 3')
  await expectSite()
  await server.end()

  server = await startBuiltServer(join(folder, 'srv/restored'), { SEED: 'none' }, main)
  await server.waitForOutput(server.app)
  await expectSite()
})

async function expectSite() {
  const slides = await answer('/api/titles/slideshow')
  expect(slides.map(({ titleEn }: { titleEn: string }) => titleEn)).toEqual([
    'Where Is the Friend’s House?',
    'Our Serial',
  ])
  for (const { poster } of slides) {
    const picture = await fetch(pictureAddress(poster, server.api, 185, 'webp'))
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  }
  const found = await answer(`/api/titles/search?q=${encodeURIComponent('جشنوارهٔ تهران')}`)
  expect(found).toMatchObject([{ titleEn: 'A Film of Our Festival', isPremium: true }])
  const [film] = await answer('/api/titles/search?q=friend')
  expect(await answer(`/api/titles/${film.id}/files`)).toMatchObject([{ quality: '480p' }])
  const [list] = await answer('/api/collections')
  expect(await answer(`/api/collections/${list.id}/titles`)).toHaveLength(3)
}

async function answer(path: string) {
  return (await call(server, path)).json.data
}
