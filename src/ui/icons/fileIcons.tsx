import { Icon, type IconProps } from './icons.tsx'

/** Icons of files and pictures, in the same stroke as `icons.tsx`. */

export function DownloadIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M12 4v11M7.500 11 12 15.500 16.500 11M4.500 19.500h15" />
    </Icon>
  )
}

export function CopyIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="4" y="8.500" width="11.500" height="11.500" rx="2" />
      <path d="M8.500 5.500V6a2 2 0 0 1 2-2H18a2 2 0 0 1 2 2v7.500a2 2 0 0 1-2 2" />
    </Icon>
  )
}

export function LockIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="5" y="10.500" width="14" height="9.500" rx="2" />
      <path d="M8 10.500V8a4 4 0 0 1 8 0v2.500M12 14v2.500" />
    </Icon>
  )
}

/** A film strip with a play sign. */
export function TrailerIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="5" width="17" height="14" rx="2" />
      <path d="M7.500 5v14M16.500 5v14M3.500 9.500h4M3.500 14.500h4M16.500 9.500h4M16.500 14.500h4M11 10v4l2.800-2z" />
    </Icon>
  )
}

export function PicturesIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <rect x="3.500" y="5" width="17" height="14" rx="2" />
      <circle cx="15.500" cy="9.500" r="1.500" />
      <path d="m4 16.500 4.500-4.500 3.500 3.500 2.500-2.500 5.500 5" />
    </Icon>
  )
}
