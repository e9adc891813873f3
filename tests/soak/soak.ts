import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import type { Engine } from '#tests/engines/engine.ts'
import { arrivalsOf } from './arrivals.ts'
import { type Device, OPERATIONS, openDevice, register, type Seen, type Title, TOGGLES } from './devices.ts'
import { openEngineDevice } from './engineDevice.ts'
import type { Action, DeviceEnd, History, ServerEnd } from './history.ts'
import { createNetworkFaults, type NetworkFaults } from './networkFaults.ts'
import { createRandom, type Random } from './random.ts'
import { type DatabaseKind, type Query, type Servers, startServers } from './servers.ts'

export interface Plan {
  seed: number
  database?: DatabaseKind
  /** The number of titles. Some belong to one device, the others are shared by all. */
  titles: number
  /** The engine of each of the five devices; Chromium without it. */
  engines?: readonly Engine[]
  /** Called before each action of a device with the number of its actions so far. */
  shouldContinue: (done: number) => boolean
  log?: (line: string) => void
}

/** The user of each device: five devices of three users. */
const USERS = ['sara', 'sara', 'omid', 'omid', 'nima']

/** Wrong clocks of a device, in ms ahead. Between two of them lies far more than a soak's length. */
const DEVICE_CLOCKS = [0, -86_400_000, 3_600_000, 31_536_000_000]

/**
 * Runs a Jepsen-style test: users act on the app's screens while the network drops, duplicates and delays requests, tabs
 * crash, workers stop, clocks jump, servers are killed, and the database and its disk fail (`README.md`). Then all faults
 * end, and the actions and final states go into a history for the checker. Every action goes through a screen, so that
 * only what users can do is tested.
 */
export async function soak({
  seed,
  database = 'postgres',
  titles: count,
  engines = [],
  shouldContinue,
  log = () => undefined,
}: Plan): Promise<History> {
  await mkdir(resolve('.cache'), { recursive: true })
  const all = createRandom(seed)
  const servers = await startServers(database, log)
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: CHROMIUM_FLAGS,
  })
  let devices: Device[] = []
  try {
    const run = `${Date.now()}`
    log(`${servers.apiUrl}: the servers are up; faults: ${servers.faults.join(', ')}`)
    const titles = await fetchTitles(servers, count)
    devices = await createDevices(browser, { servers, titles, run, engines, random: all })
    log(
      `${devices.length} devices (${devices.map(({ engine }) => engine).join(', ')}), ${titles.length} titles, ${OPERATIONS.join(', ')}`,
    )
    const faults = createNetworkFaults(all.fork())
    servers.api.setFaultRule(faults.rule)
    const actions: Action[] = []
    await Promise.all(
      devices.map((device, index) =>
        runDevice({ device, index, titles, actions, faults, servers, shouldContinue, random: all.fork() }),
      ),
    )
    log(`${actions.length} actions done, ${servers.api.exchanges.length} exchanges; faults end`)
    faults.clear()
    servers.api.setFaultRule(undefined)
    await servers.untilFaultsEnd()
    const outboxes = await Promise.all(devices.map((device) => device.settle()))
    log('outboxes sent; reading every screen')
    const server = await servers.read((query) => readServer(query, run))
    const ends = await Promise.all(
      devices.map((device, at) => {
        // Titles without an action are off on the server, which is checked for all titles.
        const tapped = titles.filter(({ id }) =>
          actions.some(({ user, entity }) => user === device.user && entity.endsWith(`:${id}`)),
        )
        return readDevice(device, outboxes[at] ?? [], tapped, actions, server)
      }),
    )
    log('screens read')
    const senders = new Map(devices.map((device) => [device.token, device]))
    return {
      seed,
      actions,
      arrivals: servers.api.exchanges.flatMap((one) => arrivalsOf(one, senders)),
      server,
      devices: ends,
      deaths: servers.deaths(),
      errors: devices.flatMap(({ name, errors }) => errors.map((words) => `${name}: ${words}`)),
      wrongClocks: servers.wrongClocks(),
      faults: servers.struck(),
    }
  } finally {
    await Promise.all(devices.map((device) => device.close()))
    await browser.close()
    await servers.stop()
  }
}

interface DeviceRun {
  device: Device
  index: number
  titles: Title[]
  actions: Action[]
  faults: NetworkFaults
  servers: Servers
  shouldContinue: Plan['shouldContinue']
  random: Random
}

/** Registers the users and signs in on one device after the other: a busy machine starts five at once too slowly. */
async function createDevices(
  browser: Browser,
  {
    servers,
    titles,
    run,
    engines,
    random,
  }: Pick<Required<Plan>, 'engines'> & { servers: Servers; titles: Title[]; run: string; random: Random },
): Promise<Device[]> {
  for (const name of new Set(USERS)) await register(servers.apiUrl, `${name}-${run}`)
  const devices: Device[] = []
  for (const [index, name] of USERS.entries()) {
    const seat = { name: `d${index + 1}`, user: `${name}-${run}`, random: random.fork() }
    const engine = engines[index] ?? 'chromium'
    const device =
      engine === 'chromium'
        ? await openDevice(browser, { ...seat, baseURL: servers.appUrl })
        : await openEngineDevice(engine, { ...seat, baseURL: servers.appUrl })
    for (const title of titlesOf(titles, index)) await device.visit(title)
    devices.push(device)
  }
  return devices
}

/** Every third title is shared. Each of the others belongs to one device, whose last action must win. */
function titlesOf(titles: Title[], index: number): Title[] {
  return titles.filter((_, at) => at % 3 === 0 || at % USERS.length === index)
}

/** Runs one device: actions mixed with faults. */
async function runDevice({ device, index, titles, actions, faults, servers, shouldContinue, random }: DeviceRun) {
  const own = titlesOf(titles, index)
  for (let done = 0; shouldContinue(done); done++) {
    await causeFault({ device, index, faults, servers, random }).catch(() => undefined)
    const [what, title] = [random.pick(OPERATIONS), random.pick(own)]
    try {
      actions.push(await device.act(what, title))
    } catch {
      // The page did not open, so there was no action.
    }
  }
  faults.reconnect(device.token)
}

async function causeFault({
  device,
  index,
  faults,
  servers,
  random,
}: Pick<DeviceRun, 'device' | 'index' | 'faults' | 'servers' | 'random'>) {
  const chance = random.next()
  if (chance < 0.1) faults.disconnect(device.token)
  else if (chance < 0.3) faults.reconnect(device.token)
  else if (chance < 0.36) await device.crash()
  else if (chance < 0.42) await device.stopWorkers?.()
  else if (chance < 0.48) await device.anotherTab()
  else if (chance < 0.5) servers.kill(index)
  else if (chance < 0.55) servers.strike(random.pick(rarestFaults(servers)))
  else if (chance < 0.58) await device.jumpClock?.(random.pick(DEVICE_CLOCKS))
}

/** The faults that have happened least often, so that a soak of ten minutes has each of them. */
function rarestFaults(servers: Servers): string[] {
  const counts = servers.struck()
  const least = Math.min(...servers.faults.map((fault) => counts[fault] ?? 0))
  return servers.faults.filter((fault) => (counts[fault] ?? 0) === least)
}

async function fetchTitles(servers: Servers, count: number): Promise<Title[]> {
  const answer = await fetch(`${servers.apiUrl}/api/titles/search?order_by=votes&page=1`)
  const { data } = (await answer.json()) as { data: { id: number; path: string }[] }
  return data.slice(0, count).map(({ id, path }) => ({ id: String(id), path }))
}

/** Reads the final state from the server's database. */
async function readServer(query: Query, run: string): Promise<ServerEnd> {
  const users = await query<{ id: string; email: string }>(`select id, email from users where email like '%-${run}@%'`)
  const names = new Map(users.map(({ id, email }) => [String(id), email.replace(/@.*/, '')]))
  const ids = users.map(({ id }) => id).join()
  const on = await query<{ user_id: string; entity: string }>(`
    select user_id, 'save:' || title_id as entity from watchlist where deleted_at is null and user_id in (${ids})
    union all select user_id, 'like:' || title_id from likes where liked and user_id in (${ids})
    union select user_id, 'watched:' || title_id from watched_flags where watched and user_id in (${ids})`)
  const made = await query<{ user_id: string; entity: string; body: string; key: string | null }>(`
    select user_id, 'comment:' || title_id as entity, body, key from comments where user_id in (${ids})
    union all select user_id, 'request', name, key from requests where deleted_at is null and user_id in (${ids})`)
  const keys = await query<{ key: string }>('select key from mutation_keys')
  const miscounted = await query<{ title_id: string }>(`
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

async function readDevice(
  device: Device,
  outbox: string[],
  titles: Title[],
  actions: Action[],
  server: ServerEnd,
): Promise<DeviceEnd> {
  const { name, user } = device
  const states = titles.flatMap(({ id }) => TOGGLES.map((what) => `${what}:${id}`))
  const there = states.filter((entity) => server.on.includes(`${user} ${entity}`)).toSorted()
  // A device is checked for its own comments only: those of others may be on a later page. Requests show on all devices
  // of their user.
  const written = actions
    .filter(
      (action) =>
        action.text !== undefined && (action.device === name || (action.user === user && action.entity === 'request')),
    )
    .map(({ entity, text = '' }) => ({ entity, text }))
  const count = (texts: string[], text: string) => texts.filter((one) => one === text).length
  const made = server.made.map(({ text }) => text)
  const seen: Seen = await device.readScreens(titles, ({ on, made: shown }, title) => {
    const states = title ? there.filter((entity) => entity.endsWith(`:${title.id}`)) : []
    const texts = written.filter(({ entity }) => entity === (title ? `comment:${title.id}` : 'request'))
    return on.toSorted().join() === states.join() && texts.every(({ text }) => count(shown, text) === count(made, text))
  })
  return { device: name, user, outbox, ...seen, checked: [...states, ...written.map(({ text }) => text)] }
}
