import {
  AT,
  CALENDAR_ADDRESS,
  CHALLENGE,
  CREDENTIAL,
  CURSOR,
  card,
  channels,
  clientData,
  collectionCard,
  comment,
  cover,
  deltaMeta,
  device,
  episodeRef,
  file,
  genre,
  historyItem,
  KEY,
  message,
  meta,
  notification,
  PASSWORDS,
  passkey,
  payment,
  person,
  plan,
  pushAddress,
  receipt,
  request,
  SITE,
  settings,
  signedIn,
  slide,
  stream,
  subscription,
  TOKEN,
  title,
  user,
  watchlistItem,
} from '#server/text/exampleRecords.ts'

/** Example values of one call, as JSON. */
export interface CallExample {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  reply?: unknown
  /** text of a stream of server-sent events */
  stream?: string
}

/** Applied now: the reply to a queued mutation. */
const applied = (data: object) => ({ data, result: 'applied' })

/** One example for each call by its name. A test checks that each matches the schema beside it. */
export const examples: Readonly<Record<string, CallExample>> = {
  'account.csrfCookie': {},
  'account.register': { body: { name: user.name, email: user.email, ...PASSWORDS }, reply: signedIn },
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
  'calendar.feed': { reply: { data: { address: CALENDAR_ADDRESS } } },
  'calendar.renew': { reply: { data: { address: CALENDAR_ADDRESS } } },
  'calendar.end': {},
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
  'contact.channels': { reply: { data: channels, userMetrics: 'consent', catalogueSources: ['tmdb'] } },
  'devices.all': {
    reply: { data: [device] },
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
        passkeys: [passkey],
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
  'history.setWatched': {
    params: { id: card.id },
    body: { flags: [{ episodeId: null, watched: true }] },
    reply: applied({ ...historyItem, flags: [{ episodeId: null, watched: true, flaggedAt: AT }] }),
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
  'passkeys.show': { reply: { data: { open: true } } },
  'passkeys.signInOptions': {
    reply: {
      data: { challenge: CHALLENGE, rpId: 'parde.example', timeout: 300_000, userVerification: 'required' },
    },
  },
  'passkeys.signIn': {
    body: {
      id: CREDENTIAL,
      response: {
        clientDataJSON: clientData('webauthn.get'),
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
        signature: 'MEUCIQDNxPl2r8mRz4oEr3A',
        userHandle: 'NDI',
      },
    },
    reply: signedIn,
  },
  'passkeys.all': { reply: { data: [passkey] } },
  'passkeys.options': {
    reply: {
      data: {
        challenge: CHALLENGE,
        rp: { id: 'parde.example', name: SITE },
        user: { id: 'NDI', name: 'sara@example.com', displayName: user.name },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [{ id: CREDENTIAL, type: 'public-key', transports: ['internal'] }],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    },
  },
  'passkeys.create': {
    body: {
      id: CREDENTIAL,
      response: {
        clientDataJSON: clientData('webauthn.create'),
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
        transports: ['internal', 'hybrid'],
      },
    },
    reply: { data: passkey },
  },
  'passkeys.remove': { params: { id: passkey.id } },
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
  'profile.changeName': { body: { name: user.name }, reply: { data: user } },
  'profile.changeEmail': {
    body: { email: 'sara@example.org', currentPassword: PASSWORDS.password },
    reply: message,
  },
  'profile.deleteAccount': { body: { currentPassword: PASSWORDS.password }, reply: undefined },
  'profile.confirmEmail': { body: { token: TOKEN }, reply: message },
  'push.key': { reply: { data: { key: 'B'.repeat(87) } } },
  'push.subscribe': {
    body: { endpoint: pushAddress, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, utcOffset: 210 },
    reply: { data: { subscribed: true } },
  },
  'push.unsubscribe': { body: { endpoint: pushAddress }, reply: { data: { subscribed: false } } },
  'reactions.list': {
    query: { since: CURSOR, limit: 500 },
    reply: {
      data: [
        { titleId: card.id, liked: true, likes: 13, version: 22 },
        { titleId: 7, deleted: true, version: 23 },
      ],
      meta: deltaMeta,
    },
  },
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
    query: { q: card.titleFa, type: 'all', order_by: 'votes', page: 1 },
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
  'userMetrics.report': {
    body: {
      id: KEY,
      engine: 'chromium',
      engineVersion: 142,
      installed: true,
      counts: [
        { metric: 'LCP', from: 1400, version: '0.1.0+1f2e3d4c', count: 2 },
        { metric: 'confirmed', kind: 'watchlist.setSaved', from: 500, version: '0.1.0+1f2e3d4c', count: 3 },
        { metric: 'failure', reason: 'timeout', version: '0.1.0+1f2e3d4c', count: 1 },
      ],
    },
    reply: { data: { accepted: true } },
  },
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
