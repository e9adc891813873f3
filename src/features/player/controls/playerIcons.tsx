import { Icon, type IconProps } from '#ui/icons/icons.tsx'

/** Not mirrored in right-to-left layouts, because player controls run left to right. */
export function PlayIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M7.500 4.800v14.400L19 12z" fill="currentColor" />
    </Icon>
  )
}

export function PauseIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M7 5h3.200v14H7zM13.800 5H17v14h-3.200z" fill="currentColor" strokeWidth="1" />
    </Icon>
  )
}

export function ReplayIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M5.500 12.500A6.700 6.700 0 1 0 8 7.200L5.500 9.300" />
      <path d="M5 4.800v4.700h4.700" />
    </Icon>
  )
}

/** The number of seconds is placed in the middle of the arrow. */
export function SkipBackIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 4.500a7.800 7.800 0 1 1-7.700 6.500M12 4.500 9 2M12 4.500 9 7" strokeWidth="1.5" />
    </Icon>
  )
}

export function SkipForwardIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 4.500a7.800 7.800 0 1 0 7.700 6.500M12 4.500 15 2M12 4.500 15 7" strokeWidth="1.500" />
    </Icon>
  )
}

export function SoundIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11" />
    </Icon>
  )
}

export function MutedIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5" />
    </Icon>
  )
}

export function EnterFullscreenIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15" />
    </Icon>
  )
}

export function ExitFullscreenIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M9 4.500V9H4.500M19.500 9H15V4.500M15 19.500V15h4.500M4.500 15H9v4.500" />
    </Icon>
  )
}

export function PipIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="5" width="17" height="14" rx="2" />
      <rect x="11.500" y="11.500" width="6.500" height="5" rx="1" fill="currentColor" />
    </Icon>
  )
}

export function SettingsIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 7.500h9M17.500 7.500H20M4 16.500h2.500M11 16.500h9" />
      <circle cx="15.200" cy="7.500" r="2.200" />
      <circle cx="8.800" cy="16.500" r="2.200" />
    </Icon>
  )
}

export function SubtitlesIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="5" width="17" height="14" rx="2.500" />
      <path d="M17 11.500h-4M10.500 11.500H7M17 15h-7M7.500 15H7" />
    </Icon>
  )
}

/** The lines are aligned to the right. */
export function EpisodesIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="12.500" y="5" width="7.500" height="5.500" rx="1" />
      <rect x="12.500" y="13.500" width="7.500" height="5.500" rx="1" />
      <path d="M9 6.500H4M9 9.500H5.500M9 15H4M9 18H5.500" />
    </Icon>
  )
}

export function NextIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6 5.500v13l9.500-6.500z" fill="currentColor" />
      <path d="M18.500 5.500v13" />
    </Icon>
  )
}

export function KeyboardIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3" y="6" width="18" height="12" rx="2" />
      <path d="M7 10h.01M10.300 10h.01M13.700 10h.01M17 10h.01M7.500 14h9" />
    </Icon>
  )
}

export function LockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2" />
      <path d="M8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500M12 14.500v2" />
    </Icon>
  )
}
