/** Texts that the cached lists share. */
export const cachedListText = {
  offline: (when: string | undefined) =>
    when === undefined ? 'آنچه روی این دستگاه مانده است' : `آخرین همگام‌سازی: ${when}`,
  login: 'ورود',
} as const
