import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { type BuiltServer, call, startBuiltServer } from '#tests/harness/builtServer.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { pictureFile, SVG } from '#tests/harness/fixtures/operatorPictures.ts'

/** Starting the server takes seconds on a busy machine. */
const TIMEOUT = 120_000

/** Repeats work until `end` resolves, at least once, and returns the results. */
async function repeatUntil<Result>(end: Promise<unknown>, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let isOver = false
  const over = () => {
    isOver = true
  }
  void end.then(over, over)
  do results.push(await work())
  while (!isOver)
  return results
}

const film = (fields: object) =>
  JSON.stringify({ kind: 'title', type: 'movie', year: 1999, genres: ['drama'], ...fields })

describe('the operator’s program beside a server with its own catalogue, on a host that has only the build', () => {
  let folder: string
  let server: BuiltServer

  const start = async () => {
    server = await startBuiltServer(join(folder, 'data'), { SEED: 'none' }, join(folder, 'dist/server/main.js'))
    await server.waitForOutput(server.app)
  }
  beforeAll(async () => {
    // Outside the repository, whose node_modules a build in it could use.
    folder = await mkdtemp(join(tmpdir(), 'parde-operator-'))
    await cp('dist', join(folder, 'dist'), { recursive: true })
    await start()
  }, TIMEOUT)
  afterAll(async () => {
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }, TIMEOUT)

  /** Runs the built program on the server's data folder. */
  const parde = (...args: string[]) => pardeOn('data', ...args)
  const pardeOn = (dataFolder: string, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, DATA_DIR: join(folder, dataFolder), DATABASE_URL: '' }
      execFile('node', [join(folder, 'dist/server/cli.js'), ...args], { env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      )
    })
  const searched = async (words: string) => {
    const answer = await fetch(`${server.api}/api/titles/search?q=${encodeURIComponent(words)}`)
    return (await answer.json()).data.map(({ titleEn }: { titleEn: string }) => titleEn)
  }
  const write = async (name: string, lines: string[]) => {
    await writeFile(join(folder, name), lines.join('\n'))
    return join(folder, name)
  }

  test('starts without the demo catalogue and shows what is imported while it runs', { timeout: TIMEOUT }, async () => {
    expect(await searched('پدرخوانده')).toEqual([])
    const file = await write('films.ndjson', [
      film({ key: 'one', titleEn: 'One of Ours', titleFa: 'یکی از ما' }),
      film({ key: 'two', titleEn: 'Two of Ours', titleFa: 'دوتا از ما', votes: 'many' }),
    ])
    const trial = await parde('import', file, '--dry-run')
    expect(trial).toMatchObject({ code: 3, out: 'rows: 2\nadded: 1\nchanged: 0\nunchanged: 0\nrefused: 1\n' })
    expect(trial.err).toMatch(/^line 2: votes: /)
    expect(await searched('یکی از ما')).toEqual([])
    expect(await parde('import', file)).toMatchObject({ code: 3, out: trial.out })
    expect(await searched('یکی از ما')).toEqual(['One of Ours'])
  })

  test('serves the app and draws a poster', async () => {
    expect(await (await fetch(server.app)).text()).toContain('<html lang="fa" dir="rtl"')
    const { data } = await (await fetch(`${server.api}/api/titles/search`)).json()
    const poster = await fetch(pictureAddress(data[0].poster, server.api, 185, 'avif'))
    expect(poster.headers.get('Content-Type')).toBe('image/avif')
    expect((await poster.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  })

  test('serves the API document and its reader', async () => {
    const document = await (await fetch(`${server.api}/api/openapi.json`)).json()
    expect(Object.keys(document.paths).length).toBeGreaterThan(50)
    expect(await (await fetch(`${server.api}/api/docs`)).text()).toContain('src="docs/reader.js"')
    expect((await (await fetch(`${server.api}/api/docs/reader.js`)).text()).length).toBeGreaterThan(100_000)
  })

  test('hides, shows and prices a title', { timeout: TIMEOUT }, async () => {
    expect((await parde('title', 'hide', 'one')).out).toContain('isHidden: true')
    expect(await searched('یکی از ما')).toEqual([])
    expect((await parde('title', 'find', 'یکی')).out).toContain('One of Ours')
    expect((await parde('title', 'unhide', 'one')).out).toContain('isHidden: false')
    expect(await searched('یکی از ما')).toEqual(['One of Ours'])
    expect((await parde('title', 'access', 'one', 'premium')).out).toContain('access: premium')
    expect((await parde('--json', 'title', 'show', 'one')).out).toContain('"access":"premium"')
  })

  test('edits, merges and removes titles, people, collections and slides', { timeout: TIMEOUT }, async () => {
    const file = await write('catalogue.ndjson', [
      film({ key: 'x1', titleEn: 'First', titleFa: 'اولی', cast: ['Ann Actor', 'Anne Actor'] }),
      film({ key: 'x2', titleEn: 'Second', titleFa: 'دومی', directors: ['Dan Director'] }),
      film({ key: 'x3', titleEn: 'Third', titleFa: 'سومی', directors: ['Dan Director'] }),
      JSON.stringify({ kind: 'collection', key: 'best', titleEn: 'Best', titleFa: 'بهترین', titles: ['x1', 'x2'] }),
    ])
    expect(await parde('import', file)).toMatchObject({ code: 0 })
    const edited = await parde('title', 'edit', 'x1', '--set', 'titleFa=نام تازه', '--set', 'genres=drama,crime')
    expect(edited).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\ntitleFa: نام تازه\ngenres: drama\|crime\n$/),
    })
    expect(await searched('نام تازه')).toEqual(['First'])
    const [, version] = /version: (\w+)/.exec(edited.out) ?? []
    expect((await parde('title', 'show', 'x1')).out).toContain(`version: ${version}`)
    const facts = await write('facts.json', [JSON.stringify({ tomatoes: { meter: 90, status: 'fresh' }, year: 1998 })])
    const again = await parde('title', 'edit', 'x1', '--file', facts, '--set', 'year=2001', '--version', version ?? '')
    expect(again.out).toContain('year: 2001\ntomatoes: {"meter":90,"status":"fresh"}')
    expect(await parde('title', 'edit', 'x1', '--set', 'year=2002', '--version', version ?? '')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Title x1 has changed since version \w+: it has version \w+ now\.\n$/),
    })
    expect(await parde('title', 'edit', 'x1', '--set', 'year=soon')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^year: .*\n$/),
    })
    expect(await parde('title', 'edit', 'x1', '--set', 'year')).toMatchObject({ code: 2 })
    expect(await parde('title', 'edit', 'x1', '--file', join(folder, 'none.json'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none\.json cannot be read\.\n$/),
    })

    expect((await parde('person', 'find', 'Actor')).out.trim().split('\n')).toHaveLength(2)
    expect((await parde('person', 'show', 'Ann Actor')).out).toMatch(
      /\nworks: \d+ {2}x1 {2}actor {2}نام تازه {2}2001\n$/,
    )
    const biography = 'از آن‌هاست. '.repeat(800)
    expect(
      (await parde('person', 'edit', 'Ann Actor', '--set', 'born=1950', '--set', `biography=${biography}`)).out,
    ).toContain('born: 1950')
    expect((await parde('person', 'hide', 'Ann Actor')).out).toContain('isHidden: true')
    expect((await parde('--json', 'person', 'show', 'Ann Actor')).out).toContain('"isHidden":true')
    expect((await parde('person', 'unhide', 'Ann Actor')).out).toContain('isHidden: false')
    expect((await parde('person', 'merge', 'Anne Actor', 'Ann Actor')).out).toContain('works: 0')
    expect((await parde('person', 'remove', 'Ann Actor')).out).toContain('works: 1')

    expect((await parde('collection')).out).toMatch(/\d+ {2}best {2}بهترین {2}Best {2}list {2}2 {2}false\n/)
    const ordered = await parde(
      'collection',
      'edit',
      'best',
      '--set',
      'titleFa=برترین',
      '--add',
      'x3',
      '--remove',
      'x2',
    )
    expect(ordered.out).toContain('titleFa: برترین\ntitles: x1|x3\n')
    await parde('collection', 'edit', 'best', '--set', 'titles=x3,x1')
    expect((await parde('collection', 'show', 'best')).out).toMatch(/titles: x3 .*\ntitles: x1 /)
    const names = ['--set', 'titleFa=تازه', '--set', 'titleEn=New']
    expect((await parde('collection', 'create', 'new', ...names, '--set', 'titles=x2')).out).toContain('titles: x2')
    expect((await parde('collection', 'hide', 'new')).out).toContain('isHidden: true')
    expect((await parde('collection', 'unhide', 'new')).out).toContain('isHidden: false')
    expect((await parde('collection', 'merge', 'new', 'best')).out).toContain('titles: 1')
    expect((await parde('collection', 'remove', 'best')).out).toContain('titleFa: برترین')

    expect((await parde('slideshow', 'set', 'x2', 'x1')).out).toMatch(/^version: \w+\nslides: x2 .*\nslides: x1 .*\n$/)
    expect((await parde('slideshow', 'remove', 'x2')).out).not.toContain('x2')
    expect((await parde('slideshow')).out).toContain('slides: x1')
    expect((await parde('slideshow', 'set')).out).toMatch(/^version: \w+\n$/)

    expect((await parde('title', 'merge', 'x1', 'x2')).out).toContain('titleFa: دومی')
    expect((await parde('title', 'show', 'x1')).out).toContain('titleEn: Second')
    for (const title of ['x2', 'x3']) expect(await parde('title', 'remove', title)).toMatchObject({ code: 0 })
    expect(await parde('title', 'remove', 'x2')).toMatchObject({ code: 1, err: 'There is no title x2.\n' })
  })

  test('makes codes and lists requests', { timeout: TIMEOUT }, async () => {
    expect((await parde('codes', 'gift', '--plan', '2', '--count', '3')).out.trim().split('\n')).toHaveLength(3)
    expect(await parde('codes', 'discount', '--percent', '20', '--amount', '5')).toMatchObject({
      code: 1,
      err: 'A discount is either a percentage or an amount.\n',
    })
    expect(await parde('requests')).toMatchObject({ code: 0, out: '' })
    expect(await parde('requests', 'remove', '7')).toMatchObject({ code: 1, err: 'There is no request 7.\n' })
  })

  test('changes a plan, prints statistics, and logs changes with the account of the operator', {
    timeout: TIMEOUT,
  }, async () => {
    const changed = await parde('plan', 'set', '2', '--price', '199000', '--no-popular', '--features', 'یک', 'دو')
    expect(changed.out).toContain('price: 199000')
    expect((await parde('plan')).out.split('\n')[1]).toMatch(/^2 .* 199000 /)
    expect((await parde('plan', 'hide', '3')).out).toContain('isHidden: true')
    expect((await parde('plan', 'unhide', '3')).out).toContain('isHidden: false')
    const [logged] = JSON.parse((await parde('--json', 'log', 'plan 2')).out).result.changes
    expect(logged).toMatchObject({ operator: userInfo().username, command: 'plan-set', subject: 'plan 2' })
    expect([logged.before, logged.after].map((row) => JSON.parse(row).price)).toEqual([229_000, 199_000])
    expect((await parde('log', 'catalogue', '--count', '1')).out).toContain('import')
    expect((await parde('stats', '--days', '7')).out).toMatch(/^days: 7\ntitles: \d+\n/)
    expect(await parde('orders', '--state', 'paid')).toMatchObject({ code: 0, out: '' })
    expect(await parde('user', 'find', 'nobody')).toMatchObject({ code: 0, out: '' })
    for (const args of [
      ['show', '7'],
      ['sign-out', '7', '--device', '1'],
      ['ban', '7'],
      ['unban', '7'],
      ['end-premium', '7'],
    ]) {
      expect(await parde('user', ...args)).toMatchObject({ code: 1, err: 'There is no user 7.\n' })
    }
    expect(await parde('user', 'give', '7', '--plan', '2')).toMatchObject({ code: 1, err: 'There is no user 7.\n' })
    expect(await parde('orders', 'refund', '7')).toMatchObject({ code: 1, err: 'There is no order 7.\n' })
  })

  test('shows pictures at once, alone and with a catalogue file', { timeout: TIMEOUT }, async () => {
    const images = join(folder, 'images')
    await mkdir(images)
    await writeFile(join(images, 'one.jpg'), await pictureFile({ color: '#336699' }))
    await writeFile(join(images, 'vector.jpg'), SVG)
    const added = await parde('picture', 'add', 'poster', 'one', join(images, 'one.jpg'))
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^hash: [0-9a-f]{32}\nwidth: 780\n/) })
    expect(added.out).toContain('changed: true')
    const posterOf = async (words: string): Promise<string> => {
      const answer = await fetch(`${server.api}/api/titles/search?q=${encodeURIComponent(words)}`)
      return (await answer.json()).data[0].poster
    }
    const poster = await posterOf('یکی از ما')
    expect(poster).toContain(/hash: (\w+)/.exec(added.out)?.[1])
    const shown = await fetch(pictureAddress(poster, server.api, 780, 'avif'))
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/avif'])
    expect((await parde('picture', 'add', 'poster', 'one', join(images, 'one.jpg'))).out).toContain('changed: false')
    expect((await parde('--json', 'picture', 'list', 'one')).out).toContain('"kind":"poster"')

    const file = await write('pictures.ndjson', [
      film({ key: 'three', titleEn: 'Three of Ours', titleFa: 'سه تا از ما', poster: 'one.jpg' }),
      film({ key: 'four', titleEn: 'Four of Ours', titleFa: 'چهار تا از ما', poster: 'vector.jpg' }),
    ])
    const imported = await parde('import', file, '--images', images)
    expect(imported).toMatchObject({
      code: 3,
      out: 'rows: 2\nadded: 1\nchanged: 0\nunchanged: 0\nrefused: 1\npictures: 1\n',
      err: 'line 2: poster: vector.jpg is no JPEG, PNG, WebP or AVIF file\n',
    })
    expect((await posterOf('سه تا از ما')).split('-')[1]).toBe(poster.split('-')[1])
    expect(await parde('import', file, '--images', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/nowhere is no folder that this account can read\.\n$/),
    })

    expect(await parde('picture', 'add', 'poster', 'one', join(images, 'vector.jpg'))).toMatchObject({
      code: 1,
      err: 'vector.jpg is no JPEG, PNG, WebP or AVIF file\n',
    })
    expect(await parde('picture', 'add', 'poster', 'one', join(images, 'none.jpg'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none\.jpg cannot be read\.\n$/),
    })
    expect(await parde('picture', 'add', 'cover', 'one', join(images, 'one.jpg'))).toMatchObject({ code: 2 })
    expect(await parde('picture', 'remove', 'poster', 'one')).toMatchObject({ code: 0 })
    expect(await parde('picture', 'sweep')).toMatchObject({ code: 0, out: 'files: 0\nbytes: 0\n' })
    expect(await parde('picture', 'remove', 'poster', 'three')).toMatchObject({ code: 0 })
    expect((await parde('picture', 'sweep')).out).toMatch(/^files: 1\nbytes: [1-9]\d*\n$/)
  })

  test('explains what it does not understand in one line', { timeout: TIMEOUT }, async () => {
    expect(await parde('import', join(folder, 'films.txt'))).toMatchObject({ code: 2 })
    expect((await parde('import', join(folder, 'nothing.csv'))).err).toMatch(/nothing\.csv cannot be read/)
    expect(await parde('title', 'hide', 'nobody')).toMatchObject({ code: 1, err: 'There is no title nobody.\n' })
    expect(await parde('title', 'access', 'one', 'cheap')).toMatchObject({ code: 1 })
    expect(await parde('fly')).toMatchObject({ code: 2 })
    const file = await write('latin.ndjson', [film({ key: 'x', titleEn: 'X', titleFa: 'خ' })])
    await writeFile(file, Buffer.from([0xff, 0xfe, 0x41]))
    expect(await parde('import', file)).toMatchObject({ code: 1, err: expect.stringContaining('not UTF-8') })
  })

  test('lets only the account of the server use its socket', async () => {
    expect((await stat(join(folder, 'data/operator.sock'))).mode & 0o777).toBe(0o600)
  })

  describe('with a user', () => {
    let token: string
    let ids: number[]
    beforeAll(async () => {
      const password = 'correct horse 1401'
      const form = { name: 'کاربر', email: 'user@parde.example', password, passwordConfirmation: password }
      token = (await call(server, '/api/sanc/register', form)).json.data.token
      ids = (await call(server, '/api/titles/search')).json.data.map(({ id }: { id: number }) => id)
    }, TIMEOUT)
    const savedOn = async (one: Pick<BuiltServer, 'api'>) =>
      (await call(one, '/api/user/watchlist', undefined, token)).json.data.map(
        ({ titleId }: { titleId: number }) => titleId,
      )

    test('is backed up while it serves, and restored into an empty folder', { timeout: TIMEOUT }, async () => {
      expect((await call(server, `/api/user/watchlist/${ids[0]}`, { saved: true }, token)).status).toBe(200)
      const backup = join(folder, 'backup')
      const running = parde('backup', backup)
      const statuses = await repeatUntil(
        running,
        async () => (await call(server, '/api/user/watchlist', undefined, token)).status,
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect((await running).out).toMatch(/^folder: .*\nrows: \d+\nfiles: 2\nbytes: \d+\nseconds: /)
      expect(await parde('backup', backup)).toMatchObject({ code: 1, err: expect.stringContaining('exists') })
      expect(await parde('restore', backup)).toMatchObject({ code: 1, err: expect.stringContaining('in use') })
      await call(server, `/api/user/watchlist/${ids[1]}`, { saved: true }, token)

      expect(await pardeOn('restored', 'restore', backup)).toMatchObject({ code: 0 })
      const main = join(folder, 'dist/server/main.js')
      const restored = await startBuiltServer(join(folder, 'restored'), { SEED: 'none' }, main)
      await restored.waitForOutput(restored.app)
      expect(await savedOn(restored)).toEqual([ids[0]])
      await restored.end()
    })

    test.runIf(process.env.TEST_DATABASE_URL)('moves to PostgreSQL while it serves', { timeout: TIMEOUT }, async () => {
      const { url } = await createEmptyDatabase()
      const saved = await savedOn(server)
      expect(await parde('move', url)).toMatchObject({ code: 0, out: expect.stringContaining('restored: ') })
      expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('move-'))).toEqual([])
      expect(await savedOn(server)).toEqual(saved)
      expect(await parde('move', url)).toMatchObject({ code: 1, err: expect.stringContaining('has data') })
      const main = join(folder, 'dist/server/main.js')
      // The same data folder: it still has the secret and the pictures.
      const moved = await startBuiltServer(join(folder, 'data'), { DATABASE_URL: url }, main)
      await moved.waitForOutput(moved.app)
      expect(await savedOn(moved)).toEqual(saved)
      expect(await moved.end()).toBe(0)
    })
  })

  test('leaves whole pictures when it is killed while it imports them', { timeout: TIMEOUT }, async () => {
    const images = join(folder, 'many')
    await mkdir(images)
    const keys = Array.from({ length: 140 }, (_, at) => `many-${at}`)
    for (const [at, key] of keys.entries()) {
      const color = `#${(at * 4001 + 0x100000).toString(16)}`
      await writeFile(join(images, `${key}.png`), await pictureFile({ width: 200, height: 300, color, format: 'png' }))
    }
    const file = await write(
      'many.ndjson',
      keys.map((key) => film({ key, titleEn: key, titleFa: key, poster: `${key}.png` })),
    )
    const data = join(folder, 'killed')
    const stored = async () =>
      (await readdir(join(data, 'pictures'), { recursive: true }).catch(() => [])).filter((name) =>
        name.endsWith('.webp'),
      )
    const env = { ...process.env, DATA_DIR: data, DATABASE_URL: '' }
    const killed = spawn('node', [join(folder, 'dist/server/cli.js'), 'import', file, '--images', images], { env })
    const ended = new Promise((resolve) => killed.on('exit', resolve))
    // Files of the second batch are stored before its rows.
    await expect.poll(async () => (await stored()).length, { timeout: TIMEOUT, interval: 5 }).toBeGreaterThan(104)
    killed.kill('SIGKILL')
    await ended
    const left = (await stored()).length
    expect(left).toBeLessThan(keys.length)
    const swept = await pardeOn('killed', 'picture', 'sweep')
    expect(swept.out).toMatch(/^files: \d+\nbytes: \d+\n$/)
    const rows = (await stored()).length
    expect(rows).toBeGreaterThanOrEqual(100)
    expect((await pardeOn('killed', 'import', file, '--images', images)).out).toContain(
      `refused: 0\npictures: ${keys.length - rows}\n`,
    )
    expect(await stored()).toHaveLength(keys.length)
    expect((await pardeOn('killed', 'picture', 'sweep')).out).toBe('files: 0\nbytes: 0\n')
  })

  test('works on the data folder when no server runs', { timeout: TIMEOUT }, async () => {
    await server.end()
    expect((await parde('title', 'find', 'one')).out).toContain('One of Ours')
    await start()
    expect(await searched('یکی از ما')).toEqual(['One of Ours'])
  })
})
