import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { batchApi } from '#contract/batch.ts'
import { historyApi } from '#contract/history.ts'
import { importsApi } from '#contract/imports.ts'
import { apiHeaders } from '#server/http/apiHeaders.ts'
import { boundCalls } from '#server/http/boundCalls.ts'
import { cors } from '#server/http/cors.ts'
import { csrfGuard } from '#server/http/csrf.ts'
import { errorResponse } from '#server/http/errorResponse.ts'
import { noteRoute, observeCalls } from '#server/http/observeCalls.ts'
import type { Api, ServerContext } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Storage } from '#server/storage/storage.ts'
import { openFilms } from '#server/stream/films.ts'
import { serveAccount } from './account.ts'
import { serveApiDocs } from './apiDocs.ts'
import { serveBatch } from './batch.ts'
import { serveCalendar } from './calendar.ts'
import { serveCollections } from './collections.ts'
import { serveCommentChanges } from './commentChanges.ts'
import { serveCommentReactions } from './commentReactions.ts'
import { serveComments } from './comments.ts'
import { serveContact } from './contact.ts'
import { serveContinueWatching } from './continueWatching.ts'
import { serveDevices } from './devices.ts'
import { serveEvents } from './events.ts'
import { serveExport } from './export.ts'
import { serveFiles } from './files.ts'
import { serveGenres } from './genres.ts'
import { serveHistory } from './history.ts'
import { serveImports } from './imports.ts'
import { serveMedia } from './media.ts'
import { serveNotifications } from './notifications.ts'
import { servePasskeys } from './passkeys.ts'
import { servePasswords } from './passwords.ts'
import { servePayments } from './payments.ts'
import { servePeople } from './people.ts'
import { servePlans } from './plans.ts'
import { servePremium } from './premium.ts'
import { serveProfile } from './profile.ts'
import { servePush } from './push.ts'
import { serveReactions } from './reactions.ts'
import { serveRequests } from './requests.ts'
import { serveScreenshots } from './screenshots.ts'
import { serveStream } from './stream.ts'
import { serveTelegram } from './telegram.ts'
import { serveTitles } from './titles.ts'
import { serveUserMetrics } from './userMetrics.ts'
import { serveWatch } from './watch.ts'
import { serveWatchedFlags } from './watchedFlags.ts'
import { serveWatchlist } from './watchlist.ts'

/** Maximum body size in bytes; a few calls carry many or long rows and allow more. */
const BODY_LIMIT = 64 * 1024
const BODY_LIMITS: Readonly<Record<string, number>> = {
  [importsApi.create.path]: 256 * 1024,
  [importsApi.watched.path]: 256 * 1024,
  [historyApi.setWatched.path]: 128 * 1024,
  [batchApi.send.path]: 1024 * 1024,
}

/** The sources of pictures and films. */
interface Media {
  pictures: PictureStore
  /** the operator's films */
  storage: Storage
  /** folder of the film that plays as every title without a film of its own */
  sampleFilm?: string | undefined
}

/** Creates the API as an HTTP application, on a migrated database. */
export function createApi(context: ServerContext, { pictures, storage, sampleFilm }: Media): Hono {
  const hono = new Hono()
  const queued = new Hono()
  const api: Api = { ...context, hono, queued }
  for (const app of [hono, queued]) {
    app.onError(errorResponse)
    app.notFound((http) => errorResponse(new Refusal('not_found', {}), http))
  }
  hono.use(observeCalls(context))
  hono.use(apiHeaders(context.settings))
  hono.use(cors(context.settings))
  for (const app of [hono, queued]) app.use(limitBody)
  servePayments(api)
  hono.get('/api/health', (http) => {
    noteRoute(http, '/api/health')
    http.header('Cache-Control', 'no-store')
    return http.json({ status: 'ok' })
  })
  const { callsMax } = context.settings
  if (callsMax !== undefined) hono.use('/api/*', boundCalls(callsMax, context.metrics))
  serveApiDocs(api)
  hono.use(csrfGuard(context.settings))
  serveAccount(api)
  servePasswords(api)
  servePasskeys(api)
  serveProfile(api)
  serveDevices(api)
  serveTelegram(api)
  serveWatchlist(api)
  serveReactions(api)
  serveComments(api)
  serveCommentChanges(api)
  serveCommentReactions(api)
  serveHistory(api)
  serveContinueWatching(api)
  serveWatchedFlags(api)
  serveNotifications(api)
  servePush(api)
  serveCalendar(api)
  serveEvents(api)
  serveRequests(api)
  serveImports(api)
  servePlans(api)
  servePremium(api)
  serveExport(api)
  serveBatch(api)
  const { films: folder, filmDelivery: delivery, linkLife } = context.settings
  const films = openFilms({ folder, storage, delivery, linkLife, sample: sampleFilm })
  serveTitles(api, pictures, films)
  servePeople(api)
  serveGenres(api)
  serveCollections(api)
  serveContact(api)
  serveUserMetrics(api)
  serveFiles(api, films)
  serveWatch(api, films)
  serveScreenshots(api, pictures)
  serveStream(api, films)
  serveMedia(api, pictures)
  return hono
}

const limitBody: MiddlewareHandler = (http, next) => {
  // `bodyLimit` would look for a body and create a platform `Request` for it; GET and HEAD have none.
  if (http.req.method === 'GET' || http.req.method === 'HEAD') return next()
  const maxSize = BODY_LIMITS[http.req.path.replace(/\/\d+(?=\/|$)/, '/:id')] ?? BODY_LIMIT
  return bodyLimit({ maxSize, onError: () => refuse('too_large') })(http, next)
}
