import { Icon, type IconProps } from './icons.tsx'

/** Download to this device. */
export function DeviceDownloadIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8 3.500h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2z" />
      <path d="M12 7v6.500M9.300 11 12 13.700 14.700 11M10.500 17.500h3" />
    </Icon>
  )
}

/** A handle to drag an item by. */
export function DragHandleIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M9 6.500h.010M15 6.500h.010M9 12h.010M15 12h.010M9 17.500h.010M15 17.500h.010" strokeWidth="2.600" />
    </Icon>
  )
}

/** Downloaded. */
export function DownloadedIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8 3.500h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2z" />
      <path d="m9.200 10.500 2.100 2.100 3.500-3.900M10.500 17.500h3" />
    </Icon>
  )
}
