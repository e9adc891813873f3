/*
 * Records of the examples in docs/openapi.json, as JSON.
 */

export const TOKEN = 'kZ0hY1vQm8tW3sXb5nR7cJ9eLd2fGa4uPqIoKyTzHwE'
export const CALENDAR_ADDRESS = '/api/calendar/b7QmW2xT9sKd4RfLz0HvYcUe8NpGj1A3.ics'
export const KEY = '01980f3c-5f10-7abc-8def-0123456789ab'
export const CURSOR = 'MTIuMC4w.c2lnbmF0dXJl'
export const CHALLENGE = 'mQ2vX8sT4kY1bN7cR5eLd9fGa3uPqIoKjZzHwE6hV0g'
export const SITE = 'پرده'
export const AT = '2026-11-20T18:30:00.000Z'
const LATER = '2026-12-20T18:30:00.000Z'
export const PASSWORDS = { password: 'a long password', passwordConfirmation: 'a long password' }

export const card = {
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
export const cover = { poster: card.poster, posterColor: card.posterColor }
export const meta = { currentPage: 1, lastPage: 1, perPage: 24, total: 1, from: 1, to: 1 }
export const deltaMeta = { cursor: CURSOR, more: false }
export const person = {
  id: 199,
  path: '/people/actor/199/al-pacino',
  image: '/media/portraits/p199-{width}.{format}',
  fullnameEn: 'Al Pacino',
  fullnameFa: 'آل پاچینو',
  job: 'actor',
  bestStarred: 'The Godfather',
  bestDirected: null,
}
export const collectionCard = {
  id: 4711,
  path: '/collections/4711/the-godfather',
  titleFa: 'پدرخوانده',
  titleEn: 'The Godfather',
  description: null,
  count: 3,
  backdrop: '/media/backdrops/tt0068646-{width}.{format}',
  covers: [cover],
}
export const slide = { ...card, backdrop: collectionCard.backdrop, synopsis: 'داستان خانوادهٔ کورلئونه.', runtime: 175 }
export const title = {
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
export const genre = { id: 8, titleFa: 'درام', titleEn: 'Drama', path: '/genres/8/drama', count: 310 }
export const subscription = { planId: 2, planName: 'سه‌ماهه', endsAt: LATER, reserved: 0 }
export const user = {
  id: 42,
  name: 'سارا',
  email: 'sara@example.com',
  telegram: null,
  newNotifications: true,
  subscription,
  createdAt: AT,
}
export const signedIn = { data: { token: TOKEN, user } }
const subtitle = { lang: 'fa', label: 'فارسی', url: '/media/stream/signed/102/v1/fa.vtt' }
export const file = {
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
export const stream = {
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
export const watchlistItem = { titleId: card.id, title: card, savedAt: AT, version: 12 }
export const historyItem = {
  titleId: card.id,
  title: card,
  fileId: 102,
  episodeId: null,
  position: 620,
  duration: 10_500,
  watchedAt: AT,
  playedAt: AT,
  episodes: [],
  flags: [],
  hidden: false,
  version: 13,
}
export const notification = {
  id: KEY,
  kind: 'released',
  title: 'پدرخوانده منتشر شد',
  body: '',
  path: card.path,
  createdAt: AT,
  readAt: null,
  version: 14,
}
export const request = {
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
export const comment = {
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
export const settings = { muted: ['dubbed'], quiet: { from: 1380, to: 480 }, reminders: true, version: 17 }
export const plan = { id: 2, name: 'سه‌ماهه', days: 90, price: 290_000, oldPrice: null, features: [], popular: true }
export const receipt = {
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
export const payment = { paymentUrl: 'https://gateway.example.com/pay/77', checkUntil: AT }
export const episodeRef = { id: card.id }
export const message = { message: 'انجام شد.' }
export const pushAddress = 'https://push.example.com/send/abc'
export const channels = [{ kind: 'email', address: 'support@example.com' }]

export const CREDENTIAL = 'q0f3YJmV1sT8kZr5nXbW2A'
export const passkey = { id: 5, name: 'Chrome، اندروید', createdAt: AT, usedAt: null }
/** The client data of a browser at parde.example. */
export const clientData = (type: 'webauthn.create' | 'webauthn.get') =>
  btoa(JSON.stringify({ type, challenge: CHALLENGE, origin: 'https://parde.example' })).replaceAll('=', '')
export const device = { id: 9, name: 'Chrome، اندروید', current: true, createdAt: AT, seenAt: AT }
