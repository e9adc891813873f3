import type { ReactNode } from 'react'

/**
 * The app's icons: stroke 1.7 of 24, drawn for a right-to-left page ("forward" points left), so none is mirrored.
 * Decorative: the control has the name.
 */
export function Icon({ size = 24, children }: { size?: number | undefined; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export interface IconProps {
  /** In px; default 24. */
  size?: number
}

export function MenuIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 7h16M8 12h12M4 17h16" />
    </Icon>
  )
}

export function CloseIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  )
}

export function SearchIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.500 4.500" />
    </Icon>
  )
}

/** Points right. */
export function BackIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M5 12h14M13 6l6 6-6 6" />
    </Icon>
  )
}

/** Points left. */
export function ForwardIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m14.500 6-6 6 6 6" />
    </Icon>
  )
}

export function BookmarkIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6.500 4h11v16.500L12 16.200l-5.500 4.300z" />
    </Icon>
  )
}

/** Two arrows in a circle. */
export function SyncIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M7 18.500a4.500 4.500 0 0 1-.9-8.900 6.100 6.100 0 0 1 11.700 1 4 4 0 0 1-.3 7.900z" />
    </Icon>
  )
}

export function RefreshIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4.500 11a7.600 7.600 0 0 1 13.600-3.600L20 9.500M19.500 13a7.600 7.600 0 0 1-13.600 3.600L4 14.500" />
      <path d="M20 5v4.500h-4.500M4 19v-4.500h4.500" />
    </Icon>
  )
}

export function OfflineIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M7 18.500a4.500 4.500 0 0 1-.9-8.900 6 6 0 0 1 1.300-2.300M10.300 5.700a6.100 6.100 0 0 1 7.500 4.900 4 4 0 0 1 1.900 6.700M4 3.500l16.500 17" />
    </Icon>
  )
}

export function OnlineIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M7 18.500a4.500 4.500 0 0 1-.9-8.900 6.100 6.100 0 0 1 11.700 1A4 4 0 0 1 17 18.500z" />
      <path d="m9 13.500 2.200 2.200 4-4" />
    </Icon>
  )
}

export function ClockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7.500V12l3 2" />
    </Icon>
  )
}

export function AlertIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 4 2.800 19.500h18.400zM12 10v4.500M12 17v.01" />
    </Icon>
  )
}

export function EyeIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M2.500 12C4.500 8 8 6 12 6s7.500 2 9.500 6c-2 4-5.500 6-9.500 6s-7.500-2-9.500-6z" />
      <circle cx="12" cy="12" r="2.800" />
    </Icon>
  )
}

export function EyeOffIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6.500 7.500c-1.700 1-3 2.500-4 4.500 2 4 5.500 6 9.500 6 1.700 0 3.300-.4 4.700-1.100M10 6.200c.7-.1 1.300-.2 2-.2 4 0 7.500 2 9.500 6-.6 1.200-1.400 2.300-2.300 3.100M10 10a2.800 2.800 0 0 0 4 4M4 4l16 16" />
    </Icon>
  )
}

/** Points right. */
export function PreviousIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m9.500 6 6 6-6 6" />
    </Icon>
  )
}

export function DownIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m6 9.500 6 6 6-6" />
    </Icon>
  )
}

export function CheckIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      {/* An open line, which a pressed button must not fill. */}
      <path fill="none" d="m5 12.500 4.500 4.500L19 7.500" />
    </Icon>
  )
}

export function HeartIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 20C7 16.200 3.500 13.200 3.500 9.200a4.500 4.500 0 0 1 8.500-2 4.500 4.500 0 0 1 8.500 2c0 4-3.500 7-8.500 10.800z" />
    </Icon>
  )
}

export function ShareIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <circle cx="17.500" cy="5.500" r="2.500" />
      <circle cx="6.500" cy="12" r="2.500" />
      <circle cx="17.500" cy="18.500" r="2.500" />
      <path d="m8.700 10.700 6.600-3.900M8.700 13.300l6.600 3.900" />
    </Icon>
  )
}

/** Player controls run left to right in every language. */
export function PlayIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8 5.500v13l10.500-6.500z" />
    </Icon>
  )
}

export function PauseIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8.500 6v12M15.500 6v12" />
    </Icon>
  )
}

export function GridIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="4" y="4" width="6.500" height="7" rx="1.200" />
      <rect x="13.500" y="4" width="6.500" height="7" rx="1.200" />
      <rect x="4" y="13.500" width="6.500" height="7" rx="1.200" />
      <rect x="13.500" y="13.500" width="6.500" height="7" rx="1.200" />
    </Icon>
  )
}

/** Lines start at the right. */
export function ListIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="16" y="4.500" width="4" height="4" rx="0.800" />
      <rect x="16" y="15.500" width="4" height="4" rx="0.800" />
      <path d="M12.500 6.500H4M12.500 17.500H4" />
    </Icon>
  )
}

export function TrashIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M5 7h14M10 4h4M7 7l.800 12a1.500 1.500 0 0 0 1.500 1.500h5.400a1.500 1.500 0 0 0 1.500-1.500L17 7M10.500 11v5.500M13.500 11v5.500" />
    </Icon>
  )
}

export function ReplyIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4.500 18.500V6.500a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-9z" />
      <path d="M8.500 8.500h7M8.500 11.500h4.500" />
    </Icon>
  )
}

/** Three dots, one above the other. */
export function MoreIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 5.500v.01M12 12v.01M12 18.500v.01" strokeWidth="2.600" />
    </Icon>
  )
}
