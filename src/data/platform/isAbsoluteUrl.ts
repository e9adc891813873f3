import { ignoring } from './ignoring.ts'

/** Whether a text is an absolute address. `URL.canParse` came with Safari 17 and Chrome 120, above the baseline. */
export function isAbsoluteUrl(text: string): boolean {
  try {
    return new URL(text).href !== ''
  } catch (failure) {
    ignoring('TypeError')(failure)
    return false
  }
}
