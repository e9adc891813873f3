import { Icon, type IconProps } from './icons.tsx'

/** Icons of other apps and systems, in the same stroke as `icons.tsx`. */
export function EmailIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M4 6.500h16v11.500H4zM4.500 7l7.500 6 7.500-6" />
    </Icon>
  )
}

export function TelegramIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="m20.500 4.500-17 7 5.500 2.200 2 6.300 3.200-3.800 4.300 3zM9 13.700l6.500-4.700" />
    </Icon>
  )
}

export function PhoneIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8.500 4H5.500A1.500 1.500 0 0 0 4 5.600C4.600 13.200 10.800 19.400 18.400 20a1.500 1.500 0 0 0 1.600-1.500v-3l-4-1.500-1.700 1.900a12 12 0 0 1-6.200-6.200L10 8z" />
    </Icon>
  )
}

export function InstagramIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z" />
      <circle cx="12" cy="12" r="3.600" />
      <path d="M16.500 7.500h.01" />
    </Icon>
  )
}

/** As drawn by iOS. */
export function SendUpIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M8.500 9.500H6.500v11h11v-11h-2M12 14.500V3.500M8.500 7 12 3.500 15.500 7" />
    </Icon>
  )
}

/** As drawn by iOS. */
export function AddSquareIcon({ size }: IconProps) {
  return (
    <Icon size={size}>
      <path d="M6.500 4h11A2.500 2.500 0 0 1 20 6.500v11a2.500 2.500 0 0 1-2.500 2.500h-11A2.500 2.500 0 0 1 4 17.500v-11A2.500 2.500 0 0 1 6.500 4zM12 8.500v7M8.500 12h7" />
    </Icon>
  )
}
