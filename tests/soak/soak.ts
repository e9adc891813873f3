import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { arrivalsOf } from './arrivals.ts'
import { aDevice, type Device, OPERATIONS, type Seen, type Title } from './devices.ts'
import { type Dice, dice } from './dice.ts'
import type { DeviceEnd, History, ServerEnd, Tap } from './history.ts'
import { type Servers, startServers } from './servers.ts'
import { weather as makeWeather, type Weather } from './weather.ts'

export interface Plan {
  seed: number
  /** how many titles are tapped on: each device has some of its own, the rest its person's devices share */
  titles: number
  /** asked before each operation of a device: whether it goes on, by how many it has done */
  goesOn: (done: number) => boolean
  say?: (line: string) => void
}

/** Five devices of three people. */
const PEOPLE = ['sara', 'sara', 'omid', 'omid', 'nima']

/**
 * Jepsen's way: people tap on the app's own screens while the network drops, doubles, delays and parts, tabs crash,
 * workers are stopped and servers are killed; then everything heals, and all that was done and all that is there goes
 * into a history for the checker. All taps go through the screen: what a person cannot do is not done.
 */
export async function soak({ seed, titles: count, goesOn, say = () => undefined }: Plan): Promise<History> {
  await mkdir(resolve('.cache'), { recursive: true })
  const all = dice(seed)
  const servers = await startServers()
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: CHROMIUM_FLAGS,
  })
  try {
    const run = `${Date.now()}`
    say(`${servers.apiUrl}: two servers are up`)
    const titles = await someTitles(servers, count)
    const devices = await devicesOf(browser, { servers, titles, run, roll: all })
    say(`${devices.length} devices, ${titles.length} titles, ${OPERATIONS.join(', ')}`)
    const sky = makeWeather(all.other())
    servers.api.weather(sky.rule)
    const taps: Tap[] = []
    await Promise.all(
      devices.map((device, index) => live({ device, index, titles, taps, sky, servers, goesOn, dice: all.other() })),
    )
    say(`${taps.length} taps done, ${servers.api.exchanges.length} exchanges; healing`)
    sky.clear()
    servers.api.weather(undefined)
    const outboxes = await Promise.all(devices.map((device) => device.rest()))
    say('at rest; looking at every screen')
    const server = await look(servers, run)
    const ends = await Promise.all(
      devices.map((device, at) => {
        // What none of a person's devices has tapped on is off on the server, which is looked at for all.
        const tapped = titles.filter(({ id }) =>
          taps.some(({ user, entity }) => user === device.user && entity.endsWith(`:${id}`)),
        )
        return endOf(device, outboxes[at] ?? [], tapped, taps, server)
      }),
    )
    say('looked')
    const people = new Map(devices.map(({ token, user }) => [token, user]))
    return {
      seed,
      taps,
      arrivals: servers.api.exchanges.flatMap((one) => arrivalsOf(one, people)),
      server,
      devices: ends,
    }
  } finally {
    await browser.close()
    await servers.stop()
  }
}

interface Life {
  device: Device
  index: number
  titles: Title[]
  taps: Tap[]
  sky: Weather
  servers: Servers
  goesOn: Plan['goesOn']
  dice: Dice
}

/** Each person's devices one after the other, since the first registers; the people side by side. */
async function devicesOf(
  browser: Browser,
  { servers, titles, run, roll }: { servers: Servers; titles: Title[]; run: string; roll: Dice },
): Promise<Device[]> {
  const places = PEOPLE.map((person, index) => ({ person, index, dice: roll.other() }))
  const made = new Map<number, Device>()
  await Promise.all(
    [...new Set(PEOPLE)].map(async (name) => {
      const own = places.filter(({ person }) => person === name)
      for (const [nth, { index, dice }] of own.entries()) {
        const who = { name: `d${index + 1}`, user: `${name}-${run}`, isFirst: nth === 0, dice }
        const device = await aDevice(browser, { ...who, baseURL: servers.appUrl })
        made.set(index, device)
        for (const title of titlesOf(titles, index)) await device.learn(title)
      }
    }),
  )
  return [...made].toSorted(([one], [other]) => one - other).map(([, device]) => device)
}

/** Every third title is for all; of the rest each device has its own, where its last wish must win exactly. */
function titlesOf(titles: Title[], index: number): Title[] {
  return titles.filter((_, at) => at % 3 === 0 || at % PEOPLE.length === index)
}

/** One device taps and meets with accidents, each by its own dice. */
async function live({ device, index, titles, taps, sky, servers, goesOn, dice }: Life) {
  const own = titlesOf(titles, index)
  for (let done = 0; goesOn(done); done++) {
    await accident({ device, index, sky, servers, dice }).catch(() => undefined)
    const [what, title] = [dice.one(OPERATIONS), dice.one(own)]
    try {
      taps.push(await device.tap(what, title))
    } catch {
      // The page could not be opened: nothing was tapped.
    }
  }
  sky.join(device.token)
}

async function accident({
  device,
  index,
  sky,
  servers,
  dice,
}: Pick<Life, 'device' | 'index' | 'sky' | 'servers' | 'dice'>) {
  const chance = dice.roll()
  if (chance < 0.1) sky.part(device.token)
  else if (chance < 0.3) sky.join(device.token)
  else if (chance < 0.36) await device.crash()
  else if (chance < 0.42) await device.stopWorkers()
  else if (chance < 0.48) await device.anotherTab()
  else if (chance < 0.5) void servers.kill(index).catch(() => undefined)
}

async function someTitles(servers: Servers, count: number): Promise<Title[]> {
  const answer = await fetch(`${servers.apiUrl}/api/titles/search?order_by=votes&page=1`)
  const { data } = (await answer.json()) as { data: { id: number; path: string }[] }
  return data.slice(0, count).map(({ id, path }) => ({ id: String(id), path }))
}

/** The database at rest, in the history's words. */
async function look(servers: Servers, run: string): Promise<ServerEnd> {
  const users = await servers.query<{ id: string; email: string }>(
    `select id, email from users where email like '%-${run}@%'`,
  )
  const names = new Map(users.map(({ id, email }) => [String(id), email.replace(/@.*/, '')]))
  const ids = users.map(({ id }) => id).join()
  const on = await servers.query<{ user_id: string; entity: string }>(`
    select user_id, 'save:' || title_id as entity from watchlist where deleted_at is null and user_id in (${ids})
    union all select user_id, 'like:' || title_id from likes where liked and user_id in (${ids})`)
  const made = await servers.query<{ user_id: string; entity: string; body: string; key: string | null }>(`
    select user_id, 'comment:' || title_id as entity, body, key from comments where user_id in (${ids})
    union all select user_id, 'request', name, key from requests where deleted_at is null and user_id in (${ids})`)
  const keys = await servers.query<{ key: string }>('select key from mutation_keys')
  const miscounted = await servers.query<{ title_id: string }>(`
    select counted.title_id from like_counts as counted
    where counted.likes <> (select count(*) from likes where likes.title_id = counted.title_id and liked)`)
  const nameOf = (id: string) => names.get(String(id)) ?? String(id)
  return {
    on: on.map(({ user_id, entity }) => `${nameOf(user_id)} ${entity}`),
    made: made.map(({ user_id, entity, body, key }) => ({
      ...{ user: nameOf(user_id), entity, text: body, key: key ?? '' },
    })),
    keys: keys.map(({ key }) => key),
    miscounted: miscounted.map(({ title_id }) => String(title_id)),
  }
}

async function endOf(
  device: Device,
  outbox: string[],
  titles: Title[],
  taps: Tap[],
  server: ServerEnd,
): Promise<DeviceEnd> {
  const { name, user } = device
  const states = titles.flatMap(({ id }) => [`save:${id}`, `like:${id}`])
  const there = states.filter((entity) => server.on.includes(`${user} ${entity}`)).toSorted()
  // A page of comments shows the newest, others' may be on a later one: one's own words stand on one's own device. The
  // list of a person's wishes stands on all of theirs.
  const written = taps
    .filter((tap) => tap.text !== undefined && (tap.device === name || (tap.user === user && tap.entity === 'request')))
    .map(({ entity, text = '' }) => ({ entity, text }))
  const count = (texts: string[], text: string) => texts.filter((one) => one === text).length
  const made = server.made.map(({ text }) => text)
  const seen: Seen = await device.look(titles, ({ on, made: shown }, title) => {
    const states = title ? there.filter((entity) => entity.endsWith(`:${title.id}`)) : []
    const texts = written.filter(({ entity }) => entity === (title ? `comment:${title.id}` : 'request'))
    return on.toSorted().join() === states.join() && texts.every(({ text }) => count(shown, text) === count(made, text))
  })
  return { device: name, user, outbox, ...seen, asked: [...states, ...written.map(({ text }) => text)] }
}
