/** Words that lists kept on the device share. */
export const keptListText = {
  offline: (when: string | undefined) =>
    when === undefined ? 'آنچه روی این دستگاه مانده است' : `آخرین همگام‌سازی: ${when}`,
  login: 'ورود',
} as const
