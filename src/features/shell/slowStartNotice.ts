/** Id of the slow-start notice (`appFrame.tsx`), which the app removes when it starts. */
export const SLOW_START_ID = 'late'
