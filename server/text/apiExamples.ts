/** Example values of one call, as JSON. */
export interface CallExample {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  reply?: unknown
  /** text of a stream of server-sent events */
  stream?: string
}

const TOKEN = 'kZ0hY1vQm8tW3sXb5nR7cJ9eLd2fGa4uPqIoKyTzHwE'
const KEY = '01980f3c-5f10-7abc-8def-0123456789ab'
const CURSOR = 'MTIuMC4w.c2lnbmF0dXJl'
const AT = '2026-11-20T18:30:00.000Z'
const LATER = '2026-12-20T18:30:00.000Z'
const PASSWORDS = { password: 'a long password', passwordConfirmation: 'a long password' }

const card = {
  id: 68646,
  path: '/titles/68646/the-godfather',
  imdb: 'tt0068646',
  type: 'movie',
  poster: '/media/posters/tt0068646-{width}.{format}',
  posterColor: '#402a1e',
  titleEn: 'The Godfather',
  titleFa: 'پدرخوانده',
  year: 1972,
  genres: [{ id: 8, titleFa: 'درام' }],
  rating: 9.2,
  votes: 2_100_000,
  rottenTomatoes: { rtMeter: 97, rtStatus: 'certified' },
  isDubbed: true,
  hasSubtitle: true,
  updatedAt: AT,
}
const cover = { poster: card.poster, posterColor: card.posterColor }
const meta = { currentPage: 1, lastPage: 1, perPage: 24, total: 1, from: 1, to: 1 }
const deltaMeta = { cursor: CURSOR, more: false }
const person = {
  id: 199,
  path: '/people/actor/199/al-pacino',
  image: '/media/portraits/p199-{width}.{format}',
  fullnameEn: 'Al Pacino',
  fullnameFa: 'آل پاچینو',
  job: 'actor',
  bestStarred: 'The Godfather',
  bestDirected: null,
}
const collectionCard = {
  id: 4711,
  path: '/collections/4711/the-godfather',
  titleFa: 'پدرخوانده',
  titleEn: 'The Godfather',
  description: null,
  count: 3,
  backdrop: '/media/backdrops/tt0068646-{width}.{format}',
  covers: [cover],
}
const slide = { ...card, backdrop: collectionCard.backdrop, synopsis: 'داستان خانوادهٔ کورلئونه.', runtime: 175 }
const title = {
  ...slide,
  ageRating: 'R',
  countries: ['US'],
  languages: ['en', 'it'],
  releasedAt: '1972-03-24',
  directors: [],
  cast: [{ ...person, character: 'Michael Corleone' }],
  collection: { id: 4711, titleFa: 'پدرخوانده', path: collectionCard.path },
  seasons: [],
  likes: 12,
  trailer: null,
  screenshots: 6,
  isPremium: false,
  hasFilm: true,
  viewer: { saved: true, liked: false, position: 620, version: 12 },
}
const genre = { id: 8, titleFa: 'درام', titleEn: 'Drama', path: '/genres/8/drama', count: 310 }
const subscription = { planId: 2, planName: 'سه‌ماهه', endsAt: LATER, reserved: 0 }
const user = {
  id: 42,
  name: 'سارا',
  email: 'sara@example.com',
  telegram: null,
  newNotifications: true,
  subscription,
  createdAt: AT,
}
const signedIn = { data: { token: TOKEN, user } }
const subtitle = { lang: 'fa', label: 'فارسی', url: '/media/stream/signed/102/v1/fa.vtt' }
const file = {
  id: 102,
  titleId: card.id,
  episodeId: null,
  season: null,
  episode: null,
  quality: '1080p',
  codec: 'H.264',
  language: 'dubbed',
  sizeBytes: 2_400_000_000,
  durationSeconds: 10_500,
  stream: '/media/stream/signed/102/v1/master.m3u8',
  download: '/media/download/signed/102/The.Godfather.1972.1080p.Dubbed.Parde.mp4',
  name: 'The.Godfather.1972.1080p.Dubbed.Parde.mp4',
  subtitles: [subtitle],
  locked: false,
  needs: null,
  expiresAt: LATER,
}
const stream = {
  master: file.stream,
  expiresAt: LATER,
  now: AT,
  keepUntil: LATER,
  version: 'v1',
  durationSeconds: 10_500,
  qualities: [
    {
      quality: '1080p',
      width: 1920,
      height: 1080,
      bandwidth: 4_500_000,
      sizeBytes: 2_500_000_000,
      playlist: '1080p/index.m3u8',
    },
  ],
  audios: [{ language: 'dubbed', lang: 'fa', label: 'فارسی', isDefault: true, playlist: 'audio-fa/index.m3u8' }],
  subtitles: [subtitle],
  thumbnails: '/media/stream/signed/102/v1/thumbnails.vtt',
}
const watchlistItem = { titleId: card.id, title: card, savedAt: AT, version: 12 }
const historyItem = {
  titleId: card.id,
  title: card,
  fileId: 102,
  episodeId: null,
  position: 620,
  duration: 10_500,
  watchedAt: AT,
  episodes: [],
  hidden: false,
  version: 13,
}
const notification = {
  id: KEY,
  kind: 'released',
  title: 'پدرخوانده منتشر شد',
  body: '',
  path: card.path,
  createdAt: AT,
  readAt: null,
  version: 14,
}
const request = {
  id: 5,
  name: 'The Godfather Part IV',
  type: 'movie',
  year: null,
  imdb: null,
  note: null,
  status: 'waiting',
  reply: null,
  titleId: null,
  createdAt: AT,
  version: 15,
}
const comment = {
  id: 31,
  titleId: card.id,
  author: 'سارا',
  body: 'بهترین فیلم تاریخ',
  spoiler: false,
  createdAt: AT,
  editedAt: null,
  deleted: false,
  replyTo: null,
}
const settings = { muted: ['dubbed'], quiet: { from: 1380, to: 480 }, version: 17 }
const plan = { id: 2, name: 'سه‌ماهه', days: 90, price: 290_000, oldPrice: null, features: [], popular: true }
const receipt = {
  id: 77,
  planId: plan.id,
  planName: plan.name,
  days: plan.days,
  price: plan.price,
  discount: 0,
  amount: plan.price,
  paidAt: AT,
  tracking: 'A-1405',
  startsAt: AT,
  endsAt: LATER,
}
const payment = { paymentUrl: 'https://gateway.example.com/pay/77', checkUntil: AT }
const episodeRef = { id: card.id }
const message = { message: 'انجام شد.' }
const pushAddress = 'https://push.example.com/send/abc'
const channels = [{ kind: 'email', address: 'support@example.com' }]

/** Applied now: the reply to a queued mutation. */
const applied = (data: object) => ({ data, result: 'applied' })

/** One example for each call by its name. A test checks that each matches the schema beside it. */
export const examples: Readonly<Record<string, CallExample>> = {
  'account.csrfCookie': {},
  'account.register': { body: { name: 'سارا', email: 'sara@example.com', ...PASSWORDS }, reply: signedIn },
  'account.login': {
    body: { email: 'sara@example.com', password: PASSWORDS.password, remember: true },
    reply: signedIn,
  },
  'account.loginWithToken': { body: { token: TOKEN }, reply: signedIn },
  'account.logout': {},
  'account.show': { reply: { data: user } },
  'batch.send': {
    body: {
      mutations: [
        { key: KEY, seq: 7, age: 350, method: 'POST', path: '/api/user/watchlist/68646', body: { saved: true } },
      ],
    },
    reply: { data: [{ key: KEY, status: 200, retryAfter: null, body: applied(watchlistItem) }] },
  },
  'collections.list': { reply: { data: [collectionCard] } },
  'collections.show': {
    params: { id: 4711 },
    query: { type: 'alt' },
    reply: { data: { ...collectionCard, titles: [] } },
  },
  'collections.titles': { params: { id: 4711 }, query: { order_by: 'own', page: 1 }, reply: { data: [card], meta } },
  'commentReactions.like': {
    params: { id: 31 },
    body: { liked: true },
    reply: applied({ id: 31, titleId: card.id, liked: true, likes: 3, version: 18 }),
  },
  'commentReactions.report': {
    params: { id: 31 },
    body: { reason: 'spoiler' },
    reply: applied({ id: 31, titleId: card.id, reason: 'spoiler', version: 19 }),
  },
  'comments.top': {
    params: episodeRef,
    query: { page: 1 },
    reply: {
      data: [{ ...comment, likes: 3, replies: [] }],
      meta,
      viewer: { own: [31], liked: [], reported: [], version: 16 },
    },
  },
  'comments.create': {
    body: { titleId: card.id, body: comment.body, spoiler: false },
    reply: applied({ ...comment, version: 16 }),
  },
  'comments.change': {
    params: { id: 31 },
    body: { deleted: true },
    reply: applied({ ...comment, deleted: true, version: 20 }),
  },
  'contact.channels': { reply: { data: channels } },
  'devices.all': {
    reply: { data: [{ id: 9, name: 'Chrome، اندروید', current: true, createdAt: AT, seenAt: AT }] },
  },
  'devices.end': { params: { id: 9 } },
  'devices.endOthers': { reply: { data: { ended: 2 } } },
  'events.show': { reply: { data: { version: 12, own: false } }, stream: 'data: {"version":12,"own":false}\n\n' },
  'export.all': {
    reply: {
      data: {
        exportedAt: AT,
        user,
        watchlist: [watchlistItem],
        history: [historyItem],
        likes: [{ titleId: card.id, title: card, likedAt: AT }],
        requests: [request],
        comments: [{ ...comment, version: 16, title: card }],
        commentLikes: [],
        commentReports: [],
        notifications: [notification],
      },
    },
  },
  'files.list': { params: { id: card.id }, reply: { data: [file] } },
  'files.links': { query: { ids: '102' }, reply: { data: [{ id: 102, stream, refusal: null }] } },
  'genres.list': { reply: { data: [genre] } },
  'genres.tiles': { reply: { data: [{ ...genre, covers: [cover] }] } },
  'genres.show': {
    params: { id: 8 },
    query: { type: 'movie', order_by: 'votes', page: 1 },
    reply: { data: { ...genre, titles: [card] }, meta },
  },
  'history.list': { query: { since: CURSOR, limit: 500 }, reply: { data: [historyItem], meta: deltaMeta } },
  'history.set': {
    params: { id: card.id },
    body: { fileId: 102, position: 620, duration: 10_500 },
    reply: applied(historyItem),
  },
  'history.remove': { params: { id: card.id }, reply: applied({ titleId: card.id, deleted: true, version: 21 }) },
  'history.setHidden': {
    params: { id: card.id },
    body: { hidden: true },
    reply: applied({ ...historyItem, hidden: true }),
  },
  'imports.create': {
    body: { rows: [{ imdb: 'tt0068646', name: 'The Godfather', year: 1972 }] },
    reply: applied({ saved: [watchlistItem], missing: [] }),
  },
  'imports.watched': {
    body: { rows: [{ imdb: 'tt0068646', name: 'The Godfather', year: 1972, watchedAt: AT }] },
    reply: applied({ watched: [historyItem], missing: [] }),
  },
  'notifications.list': { query: { since: CURSOR, limit: 500 }, reply: { data: [notification], meta: deltaMeta } },
  'notifications.read': {
    body: { read: 'all', until: AT },
    reply: applied({ newNotifications: false, readAt: AT, version: 16 }),
  },
  'notifications.settings': { reply: { data: settings } },
  'notifications.set': { body: { name: 'dubbed', value: false }, reply: applied(settings) },
  'passwords.forgot': { body: { email: 'sara@example.com' }, reply: message },
  'passwords.reset': { body: { token: TOKEN, email: 'sara@example.com', ...PASSWORDS }, reply: message },
  'passwords.change': { body: { currentPassword: 'the old password', ...PASSWORDS }, reply: signedIn },
  'people.show': {
    params: { id: 199 },
    query: { role: 'actor', order_by: 'newest', page: 1 },
    reply: {
      data: {
        ...person,
        biography: null,
        born: '1940-04-25',
        died: null,
        birthplace: 'New York',
        roles: ['actor'],
        knownFor: [card],
        titles: [card],
      },
      meta,
    },
  },
  'people.search': { query: { q: 'pacino' }, reply: { data: [person] } },
  'plans.list': { reply: { data: [plan] } },
  'plans.show': { params: { id: 2 }, reply: { data: plan } },
  'premium.join': { body: { planId: 2, code: null }, reply: { data: payment } },
  'premium.reserve': { body: { planId: null, code: 'NOWRUZ' }, reply: { data: { subscription, receipt } } },
  'premium.check': { reply: { data: { status: 'success', receipt } } },
  'premium.orders': {
    reply: {
      data: [{ id: 77, planName: plan.name, amount: plan.price, state: 'paid', createdAt: AT, receipt }],
    },
  },
  'premium.quote': {
    body: { planId: 2, code: 'NOWRUZ' },
    reply: { data: { planId: 2, price: 290_000, discount: 58_000, amount: 232_000 } },
  },
  'profile.changeName': { body: { name: 'سارا' }, reply: { data: user } },
  'profile.changeEmail': {
    body: { email: 'sara@example.org', currentPassword: PASSWORDS.password },
    reply: message,
  },
  'profile.confirmEmail': { body: { token: TOKEN }, reply: message },
  'push.key': { reply: { data: { key: 'B'.repeat(87) } } },
  'push.subscribe': {
    body: { endpoint: pushAddress, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, utcOffset: 210 },
    reply: { data: { subscribed: true } },
  },
  'push.unsubscribe': { body: { endpoint: pushAddress }, reply: { data: { subscribed: false } } },
  'reactions.like': {
    params: { id: card.id },
    body: { liked: true },
    reply: applied({ titleId: card.id, liked: true, likes: 13, version: 22 }),
  },
  'requests.list': { query: { since: CURSOR, limit: 500 }, reply: { data: [request], meta: deltaMeta } },
  'requests.create': { body: { name: request.name, type: 'movie' }, reply: applied(request) },
  'screenshots.list': {
    params: { id: card.id },
    reply: { data: [{ id: 1, image: '/media/stills/tt0068646_1-{width}.{format}', color: '#20242b' }] },
  },
  'telegram.show': { reply: { data: { open: true, link: 'https://t.me/example_bot' } } },
  'telegram.signIn': { body: { initData: 'user=…&auth_date=1795000000&hash=…' }, reply: signedIn },
  'titlePack.show': {
    query: { ids: '68646' },
    reply: {
      data: [{ id: card.id, version: 'x7Kd', title: { ...title, viewer: null }, similar: [], byDirectors: [] }],
      collections: [{ id: 4711, card: collectionCard, titles: [card.id] }],
      cards: [card],
      unchanged: [],
      missing: [],
    },
  },
  'titles.search': {
    query: { q: 'پدرخوانده', type: 'all', order_by: 'votes', page: 1 },
    reply: { data: [card], meta },
  },
  'titles.slideshow': { query: { type: 'all' }, reply: { data: [slide] } },
  'titles.comingSoon': {
    query: { type: 'movie', page: 1 },
    reply: { data: [{ ...card, isComing: true, releasedAt: '2027-03-20', synopsis: null }], meta },
  },
  'titles.show': { params: { id: card.id }, query: { dub: '1' }, reply: { data: title } },
  'titles.similar': { params: { id: card.id }, reply: { data: [card] } },
  'titles.directorTitles': { params: { id: card.id }, reply: { data: [card] } },
  'watch.trailer': {
    params: { imdb: 'tt0068646' },
    reply: {
      data: {
        title: card,
        backdrop: slide.backdrop,
        durationSeconds: 90,
        sources: [{ src: '/media/trailer/tt0068646.mp4', type: 'video/mp4' }],
        subtitles: [],
        thumbnails: null,
      },
    },
  },
  'watch.show': {
    params: { imdb: 'tt0068646', id: 102 },
    reply: {
      data: {
        title: card,
        backdrop: slide.backdrop,
        fileId: 102,
        quality: '1080p',
        language: 'dubbed',
        versions: [{ language: 'dubbed', fileId: 102 }],
        episode: null,
        previous: null,
        next: null,
        stream,
        needs: null,
      },
    },
  },
  'watchlist.list': {
    query: { since: CURSOR, limit: 500 },
    reply: { data: [watchlistItem, { titleId: 7, deleted: true, version: 11 }], meta: deltaMeta },
  },
  'watchlist.set': { params: { id: card.id }, body: { saved: true }, reply: applied(watchlistItem) },
}
