import { Icon, type IconProps } from './icons.tsx'

/** Icons of menu entries, in the same stroke as `icons.tsx`. */

export function HomeIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m3.500 11.500 8.500-7.500 8.500 7.500" />
      <path d="M5.500 10v9.500h13V10M10 19.500V14h4v5.500" />
    </Icon>
  )
}

export function SeriesIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="7.500" width="17" height="12" rx="2" />
      <path d="m8 3.500 4 4 4-4" />
    </Icon>
  )
}

export function MovieIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="9.500" width="17" height="10" rx="1.500" />
      <path d="m3.700 9 16-4.300.5 2L4.200 11zM8.500 7.700l3 1.500M14 6.200l3 1.500" />
    </Icon>
  )
}

export function DubbedIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="9" y="3.500" width="6" height="10.500" rx="3" />
      <path d="M5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v2.500" />
    </Icon>
  )
}

export function LoginIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.500 20c.8-4 3.700-6 7.500-6s6.700 2 7.500 6" />
    </Icon>
  )
}

export function RegisterIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="13.500" cy="8" r="4" />
      <path d="M6.500 20c.8-4 3.200-6 7-6 3.300 0 5.800 1.500 6.900 4.500M5 8.500v5M2.500 11h5" />
    </Icon>
  )
}

export function LogoutIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M11 4H19v16h-8M14 12H4M7.500 8.500 4 12l3.500 3.500" />
    </Icon>
  )
}

export function CategoriesIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="7.500" cy="7.500" r="3.500" />
      <rect x="13.500" y="4" width="7" height="7" rx="1.500" />
      <path d="M7.500 13.500 11 20H4z" />
      <path d="M17 13.200l3.400 3.400L17 20l-3.400-3.400z" />
    </Icon>
  )
}

export function CollectionsIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="9.500" y="4" width="11" height="16" rx="1.800" />
      <path d="M6.500 6v12M3.500 8v8" />
    </Icon>
  )
}

export function CalendarIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="4" y="5.500" width="16" height="14.500" rx="2" />
      <path d="M4 10h16M8.500 3.500v4M15.500 3.500v4" />
      <path d="m12 12.800.9 1.700 1.900.2-1.400 1.300.4 1.900-1.800-.9-1.800.9.4-1.900-1.400-1.300 1.900-.2z" />
    </Icon>
  )
}

export function BellIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6.500 16.500V11a5.500 5.500 0 0 1 11 0v5.500l1.500 1.500H5z" />
      <path d="M10.500 20.500h3M12 3.500v2" />
    </Icon>
  )
}

export function HistoryIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4.500 9a8 8 0 1 1-.500 3M4.500 4.500V9H9" />
      <path d="M12 8v4.200l3 1.800" />
    </Icon>
  )
}

export function RequestIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M20 12v6a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h7" />
      <path d="M18 3.500v6M15 6.500h6M8 12h6M8 15.500h4" />
    </Icon>
  )
}

export function DashboardIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="8.500" r="4" />
      <path d="M4.500 20a7.500 7.500 0 0 1 15 0" />
    </Icon>
  )
}

export function SupportIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4.500 14v-2a7.500 7.500 0 0 1 15 0v2" />
      <path d="M4.500 13.500H7v5H6A1.500 1.500 0 0 1 4.500 17zM19.500 13.500H17v5h1a1.500 1.500 0 0 0 1.500-1.500zM19 18.500c0 1.500-2 2.500-5 2.500" />
    </Icon>
  )
}

export function DeviceIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="7" y="3.500" width="10" height="17" rx="2" />
      <path d="m9.800 11.500 1.700 1.700 2.900-3.200M11 17.700h2" />
    </Icon>
  )
}
