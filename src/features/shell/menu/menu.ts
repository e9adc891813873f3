import { linkOptions } from '@tanstack/react-router'
import { menuText } from '#text/menu.ts'
import { DeviceDownloadIcon } from '#ui/icons/downloadIcons.tsx'
import { BookmarkIcon } from '#ui/icons/icons.tsx'
import {
  BellIcon,
  CalendarIcon,
  CategoriesIcon,
  CollectionsIcon,
  DashboardIcon,
  DeviceIcon,
  DubbedIcon,
  HistoryIcon,
  HomeIcon,
  LoginIcon,
  LogoutIcon,
  MovieIcon,
  RegisterIcon,
  RequestIcon,
  SeriesIcon,
  SupportIcon,
} from '#ui/icons/menuIcons.tsx'

/** Menus that an entry appears in: desktop header, its far end, mobile slide-out menu, mobile bottom bar. */
export type MenuPosition = 'desk' | 'deskEnd' | 'drawer' | 'bar'
/** Groups of the slide-out menu, in order. */
export const MENU_GROUPS = ['own', 'catalogue', 'help'] as const
type MenuGroup = (typeof MENU_GROUPS)[number]
export type Audience = 'guest' | 'member'

const home = linkOptions({ to: '/' })
const dashboard = linkOptions({ to: '/user/dashboard' })
const login = linkOptions({ to: '/auth/login' })
const support = linkOptions({ to: '/contact' })
const saved = linkOptions({ to: '/user/watchlist' })

/** All menu entries, in the order of docs/specification.md, section 2. */
const MENU = [
  { label: menuText.home, link: home, icon: HomeIcon, menus: ['desk', 'drawer'] },
  {
    label: menuText.dashboard,
    link: dashboard,
    icon: DashboardIcon,
    menus: ['deskEnd'],
    for: 'member',
    badge: 'unread',
  },
  { label: menuText.dashboard, link: dashboard, icon: DashboardIcon, menus: ['drawer'], for: 'member' },
  { label: menuText.login, link: login, icon: LoginIcon, menus: ['deskEnd', 'drawer'], for: 'guest' },
  {
    label: menuText.register,
    link: linkOptions({ to: '/auth/register' }),
    icon: RegisterIcon,
    menus: ['deskEnd', 'drawer'],
    for: 'guest',
  },
  { label: menuText.saved, link: saved, icon: BookmarkIcon, menus: ['deskEnd'], for: 'member', shrinks: true },
  { label: menuText.saved, link: saved, icon: BookmarkIcon, menus: ['drawer'], for: 'member' },
  { label: menuText.support, link: support, icon: SupportIcon, menus: ['bar'] },
  { label: menuText.saved, link: saved, icon: BookmarkIcon, menus: ['bar'] },
  {
    label: menuText.dashboard,
    link: dashboard,
    icon: DashboardIcon,
    menus: ['bar'],
    for: 'member',
    badge: 'unread',
  },
  { label: menuText.login, link: login, icon: LoginIcon, menus: ['bar'], for: 'guest' },
  {
    label: menuText.categories,
    link: linkOptions({ to: '/categories' }),
    icon: CategoriesIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
  },
  {
    label: menuText.collections,
    link: linkOptions({ to: '/collections' }),
    icon: CollectionsIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
  },
  {
    label: menuText.series,
    link: linkOptions({ to: '/tv' }),
    icon: SeriesIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
  },
  {
    label: menuText.movies,
    link: home,
    icon: MovieIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
    neverCurrent: true,
  },
  {
    label: menuText.dubbed,
    link: linkOptions({ to: '/', search: { is_dubbed: 1 } }),
    icon: DubbedIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
  },
  {
    label: menuText.comingSoon,
    link: linkOptions({ to: '/comingsoon' }),
    icon: CalendarIcon,
    menus: ['desk', 'drawer'],
    group: 'catalogue',
  },
  { label: menuText.support, link: support, icon: SupportIcon, menus: ['desk', 'drawer'], group: 'help' },
  {
    label: menuText.history,
    link: linkOptions({ to: '/user/history' }),
    icon: HistoryIcon,
    menus: ['drawer'],
    for: 'member',
  },
  {
    label: menuText.calendar,
    link: linkOptions({ to: '/user/calendar' }),
    icon: CalendarIcon,
    menus: ['drawer'],
    for: 'member',
  },
  {
    label: menuText.downloads,
    link: linkOptions({ to: '/user/downloads' }),
    icon: DeviceDownloadIcon,
    menus: ['drawer'],
    for: 'member',
  },
  {
    label: menuText.notifications,
    link: linkOptions({ to: '/user/notifications' }),
    icon: BellIcon,
    menus: ['drawer'],
    for: 'member',
    badge: 'unread',
  },
  {
    label: menuText.newRequest,
    link: linkOptions({ to: '/user/new-request' }),
    icon: RequestIcon,
    menus: ['drawer'],
    group: 'help',
    for: 'member',
  },
  {
    label: menuText.onDevice,
    link: linkOptions({ to: '/on-this-device' }),
    icon: DeviceIcon,
    menus: ['drawer'],
    group: 'help',
  },
  {
    label: menuText.logout,
    link: linkOptions({ to: '/auth/logout' }),
    icon: LogoutIcon,
    menus: ['drawer'],
    group: 'help',
    for: 'member',
  },
] as const satisfies MenuEntryShape[]

interface MenuEntryShape {
  label: string
  link: { to: string; search?: object }
  icon: (props: { size?: number }) => React.ReactNode
  menus: MenuPosition[]
  /** Group in the slide-out menu; the user's own entries by default. */
  group?: Exclude<MenuGroup, 'own'>
  /** Everyone by default. */
  for?: Audience
  /** Never marked as current, because another entry with the same address is. */
  neverCurrent?: boolean
  /** Shows its icon instead of its label on narrow desktops. */
  shrinks?: boolean
  /** Unread count. */
  badge?: 'unread'
}
export type MenuEntry = (typeof MENU)[number]

/** The entries of one menu. While the session is being read, only those for everyone. */
export function entriesOf(menu: MenuPosition, audience: Audience | undefined): MenuEntry[] {
  return MENU.filter(
    (entry: MenuEntryShape) => entry.menus.includes(menu) && (entry.for === undefined || entry.for === audience),
  ) as MenuEntry[]
}

export function groupOf(entry: MenuEntryShape): MenuGroup {
  return entry.group ?? 'own'
}
