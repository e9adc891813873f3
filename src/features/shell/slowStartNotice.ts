/** What says that the app has not come (`frame.tsx`) has this id: it goes when the app is here. */
export const SLOW_START_ID = 'late'
