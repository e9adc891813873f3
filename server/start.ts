import { setTimeout } from 'node:timers/promises'
import type { Hono } from 'hono'
import { createApi } from './areas/createApi.ts'
import { answerCacheUse } from './catalogue/cache/cachedAnswers.ts'
import { loadDemo } from './catalogue/demoContent.ts'
import { renderAhead } from './catalogue/renderAhead.ts'
import { openReplica } from './catalogue/replica.ts'
import { warmUpSearch } from './catalogue/search/warmUpSearch.ts'
import { seedCatalogue } from './catalogue/seeding/seedCatalogue.ts'
import type { Config } from './config.ts'
import { type ChangeNotifications, openChangeNotifications } from './database/changeNotifications.ts'
import { confirmKeys } from './database/confirmKeys.ts'
import { connect, type QueryCatalogue, queryDirectly } from './database/connect.ts'
import { lockFolder } from './database/folderLock.ts'
import { waitingJobs } from './database/jobQueue.ts'
import { createMigrationCheck, migrate } from './database/migrate.ts'
import { type Fetch, type Listener, listen } from './http/listen.ts'
import { createProbes } from './http/probes.ts'
import type { ServerContext } from './http/serve.ts'
import { serveMetrics } from './http/serveMetrics.ts'
import { TASK_NAMES } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/startJobs.ts'
import { LETTER_JOB } from './notifications/mail/letters.ts'
import { checkMailServer, transportFor } from './notifications/mail/transports.ts'
import { duePushes } from './notifications/pushQueue.ts'
import { createOperatorApi } from './operator/operatorApi.ts'
import { listenForOperator } from './operator/operatorSocket.ts'
import { createAppFiles } from './pages/appFiles.ts'
import { loadRenderer } from './pages/loadRenderer.ts'
import { openPages } from './pages/pages.ts'
import { openPictureStore } from './pictures/pictureStore.ts'
import { log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { onRejection } from './platform/onRejection.ts'
import { retryWhileRestarting } from './platform/retryWhileRestarting.ts'
import { StartupError } from './platform/startupError.ts'
import { seedPlans } from './premium/plans.ts'
import { openFolder } from './storage/folderStorage.ts'
import { openStorage } from './storage/openStorage.ts'
import { type Storage, StorageError } from './storage/storage.ts'

/** The build's folder: above the bundle, or `dist` when run from the sources. */
const DIST = `${import.meta.dirname}/${import.meta.filename.endsWith('.ts') ? '../dist' : '..'}`
const APP_FOLDER = `${DIST}/app`
const PAGE_FILE = `${DIST}/page/serverPage.js`
/** The API's paths, for deployments where app and API share an origin. */
const API_PATHS = /^\/(api|sanctum|media)\//

export interface Running {
  /** Is not ready for `stopDelay`, answers current calls, then releases ports, database and data folder. */
  stop(): Promise<void>
  /** For the greeting; undefined without the demo content. */
  demoAccount: { email: string; password: string } | undefined
}

/** Starts both listeners and everything behind them. On failure releases everything and throws. */
export async function start(config: Config): Promise<Running> {
  const listeners: Listener[] = []
  const undo: (() => void | Promise<void>)[] = []
  let changes: ChangeNotifications | undefined
  const probes = createProbes()
  const stop = async () => {
    // Event streams never end by themselves, so they are closed first.
    await changes?.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    for (const step of undo.splice(0).reverse()) await step()
  }
  const api = deferred<Hono>()
  const catalogue = deferred<QueryCatalogue>()
  const answerApi: Fetch = async (request, env) =>
    (await probes.answer(request)) ?? (await api.promise).fetch(request, env)
  try {
    if (config.databaseUrl === undefined) undo.push(await lockFolder(config.dataDir))
    const metrics = config.metrics && createMetrics()
    if (metrics && config.metrics) {
      const listener = await serveMetrics(metrics, config.metrics)
      // Last, so that they also tell how the process stopped.
      undo.unshift(() => listener.close())
    }
    // Ports come first: a taken port is reported at once, and early calls wait instead of being refused.
    listeners.push(await retryWhileRestarting(() => listenForApi(config, answerApi)))
    if (config.appPort !== 0)
      listeners.push(await retryWhileRestarting(() => listenForApp(config, answerApi, catalogue.promise)))
    const storage = await openCheckedStorage(config)
    const demo = await loadDemo()
    const ownFolder = `${config.dataDir}/pictures`
    if (!demo) log.warn(`No demo/ folder: pictures come from ${ownFolder}, none is drawn, and nothing can be played`)
    const pictures = openPictureStore({
      ...{ folder: `${config.dataDir}/media`, ownFolder, storage },
      artist: demo?.openArtist(),
    })
    // Before the database: the running drawing may take a moment, and stopping it loses nothing.
    undo.push(() => pictures.close())
    const connection = await connect({ url: config.databaseUrl, folder: `${config.dataDir}/database` })
    undo.push(() => connection.close())
    if (metrics) connection.observe(metrics)
    await migrate(connection)
    await confirmKeys(connection.database, config)
    const seeded = config.hasDemo ? demo : undefined
    if (seeded) await seedCatalogue(connection, seeded.catalogue())
    await seedPlans(connection.database)
    if (config.databaseUrl === undefined) {
      await seeded?.createAccount(connection.database, config)
      await seeded?.seedComments(connection)
      await warmUpSearch(connection.database)
    }
    const url = config.databaseReplicaUrl
    const replica = url === undefined ? undefined : await openReplica({ url, primary: connection.database, metrics })
    if (replica) undo.push(() => replica.close())
    const queryCatalogue = replica?.query ?? queryDirectly(connection.database)
    changes = await openChangeNotifications(connection)
    const context: ServerContext = {
      database: connection.database,
      queryCatalogue,
      clock: () => new Date(),
      settings: config,
      changes,
      metrics,
    }
    undo.push(await startJobs({ ...context, storage }, connection, transportFor(config)))
    if (config.databaseUrl === undefined) {
      const operator = createOperatorApi({ ...config, connection, storage, clock: context.clock })
      undo.push(await listenForOperator(operator, config.dataDir))
    }
    void checkMailServer(config)
    metrics?.watch({
      pool: connection.pool,
      pushes: () => duePushes(context),
      mails: () => waitingJobs(context, [LETTER_JOB]),
      tasks: () => waitingJobs(context, TASK_NAMES),
      streams: changes.count,
      pictures: pictures.use,
      answers: () => answerCacheUse(context.database, ...(replica ? [replica.database] : [])),
    })
    api.resolve(createApi(context, { pictures, storage, sampleFilm: seeded?.sampleFilm }))
    catalogue.resolve(queryCatalogue)
    const places = config.bucket ? [storage, openFolder(config.dataDir)] : [storage]
    probes.started({
      database: createMigrationCheck(connection.database),
      storage: () => Promise.all(places.map((place) => place.check())),
    })
    if (config.drawAhead) await renderAhead(pictures, context.database, context.clock())
    const stopGracefully = async () => {
      probes.stopping()
      await setTimeout(config.stopDelay * 1_000)
      await stop()
    }
    return { stop: stopGracefully, demoAccount: seeded?.account }
  } catch (error) {
    api.reject(error)
    catalogue.reject(error)
    await stop()
    throw error
  }
}

function listenForApi({ apiPort: port, host }: Config, answerApi: Fetch): Promise<Listener> {
  return listen(answerApi, { port, host, option: 'API_PORT' })
}

function listenForApp(config: Config, answerApi: Fetch, queryCatalogue: Promise<QueryCatalogue>): Promise<Listener> {
  const pages = openPages({ queryCatalogue, clock: () => new Date(), render: loadRenderer(PAGE_FILE) })
  const files = createAppFiles({ ...config, folder: APP_FOLDER, previousFolder: `${config.dataDir}/builds` }, pages)
  const isShared = config.apiBase?.startsWith('/') ?? false
  return listen(
    (request, env) =>
      isShared && API_PATHS.test(new URL(request.url).pathname) ? answerApi(request, env) : files.fetch(request, env),
    { port: config.appPort, host: config.host, option: 'APP_PORT' },
  )
}

/** A bucket that refuses the settings ends the start. One that cannot be reached makes the process not ready. */
async function openCheckedStorage(config: Config): Promise<Storage> {
  const storage = await openStorage(config)
  if (!config.bucket) return storage
  await storage.check().catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
    if (error.isRefusal) throw new StartupError(error.message)
    log.warn(error.message)
  })
  return storage
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  // `start` throws the same error; without a waiter this rejection must not end the process.
  onRejection(promise, () => undefined)
  return { promise, resolve, reject }
}
