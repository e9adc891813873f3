/** The month in the address, such as «1405-09»; the current one is omitted. */
export interface CalendarAddress {
  month?: string | undefined
}

/** The years 1300 to 1499: those that calendar programs agree on. */
const MONTH = /^1[34]\d\d-(0[1-9]|1[0-2])$/

/** Drops what is no month. */
export function readCalendarAddress({ month }: Record<string, unknown>): CalendarAddress {
  return { month: typeof month === 'string' && MONTH.test(month) ? month : undefined }
}
