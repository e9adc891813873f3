import { relative } from 'node:path'

/**
 * The chunks of the app beside the first scripts: what is used together is in one file, since each file of the precache
 * costs a round trip and each screen should be able to load without the code of rarer ones. Modules are named by the
 * beginning of their path; the first row that matches decides, a row without a match gets what its modules import.
 * The order also decides who gets shared modules, so `data` comes before its users.
 */
const CHUNKS: [name: string, ...paths: string[]][] = [
  // Dexie, loaded with the first query: docs/decisions/012-lazy-dexie.md.
  ['databases', 'src/data/database/databases.ts', 'node_modules/dexie/'],
  // The browser's half of passkeys, loaded with the first one: docs/decisions/062-passkeys.md.
  ['passkeys', 'node_modules/@simplewebauthn/'],
  // Web vitals, loaded where the user lets the app measure itself: docs/decisions/066-user-metrics.md.
  ['vitals', 'node_modules/web-vitals/'],
  // The data layer beyond what the first screen needs.
  [
    'data',
    'src/data/',
    'src/contract/',
    'src/text/',
    'src/app/afterStart.ts',
    'src/app/startDraining.ts',
    'node_modules/eventsource-parser/',
  ],
  // Public screens: home, search, titles, people, collections, lists of titles.
  [
    'catalogue',
    ...['src/parts/', 'src/routes/_home', 'src/routes/titles', 'src/routes/people', 'src/routes/collections'],
    ...['src/routes/categories', 'src/routes/comingsoon', 'src/routes/genres', 'src/routes/tv', 'src/routes/share'],
    ...['src/features/home/', 'src/features/titles/', 'src/features/people/', 'src/features/collections/'],
    ...['src/features/categories/', 'src/features/comingsoon/', 'src/features/search/', 'src/features/files/'],
  ],
  ['player', 'src/features/player/', 'src/routes/watch'],
  ['lightbox', 'src/features/screenshots/', 'src/routes/_member/screenshots'],
  // Personal lists, the dashboard and what every screen may show of them.
  [
    'member',
    ...['src/features/watchlist/', 'src/features/history/', 'src/features/notifications/', 'src/features/downloads/'],
    ...['src/features/ondevice/', 'src/features/sync/', 'src/features/shell/', 'src/features/dashboard/'],
    ...['src/features/system/', 'src/features/premium/plans/', 'src/features/premium/receipts/'],
    ...['src/routes/_member.tsx', 'src/routes/_member/user.watchlist', 'src/routes/_member/user.history'],
    ...['src/routes/_member/user.notifications', 'src/routes/_member/user.downloads'],
    ...['src/routes/_member/user.dashboard', 'src/routes/_member/successful', 'src/routes/_member/gopremium'],
    ...['src/routes/on-this-device', 'src/routes/premium.plans'],
  ],
  // Drag and drop, loaded with the first queue of downloads (`SORTABLE`).
  ['sortable', 'node_modules/@dnd-kit/'],
  // Everything else, and MUI, which the forms and sheets use.
  ['forms', 'src/', 'node_modules/@mui/', 'node_modules/@emotion/', 'node_modules/stylis'],
  // `ONLINE_ONLY`.
  ['online'],
]

/** Modules that import MUI, and lazily loaded sheets: they stay out of chunks that load without MUI. */
const WITH_MUI = /^src\/ui\/(controls\/TextInput|layout\/(Drawer|Sheet)|theme\/)|(Sheet|MobileMenu)\.tsx$/
/** Lists that load with drag and drop: in their folder's chunk they would load it with every screen. */
const SORTABLE = /\/Sortable\w+\.tsx$/
/** Screens that are of no use without the network, and are opened rarely: the worker does not install them. */
const ONLINE_ONLY = new RegExp(
  `^src/(${[
    'features/account/(deletion/|password/ResetPassword|profile/ConfirmEmail|profile/useEmailConfirm|signIn/TelegramScreen)',
    'routes/(_member/user\\.delete-account|auth\\.(confirm-email|reset-password)|telegram-app)',
    'text/deletion\\.ts',
  ].join('|')})`,
)

/** Groups for Rolldown's `codeSplitting`. The first scripts come first, so that no other chunk takes their modules. */
export const CHUNK_GROUPS = [
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const] },
  { name: 'start', tags: ['$initial' as const] },
  ...CHUNKS.map(([name]) => ({ name, test: (id: string) => chunkOf(id) === name })),
]

function chunkOf(id: string): string | undefined {
  const [path = ''] = relative(import.meta.dirname, id).split('?')
  if (WITH_MUI.test(path)) return 'forms'
  if (SORTABLE.test(path)) return 'sortable'
  if (ONLINE_ONLY.test(path)) return 'online'
  return CHUNKS.find(([, ...starts]) => starts.some((start) => path.startsWith(start)))?.[0]
}
