/** How `play()` rejects without a bug: autoplay is blocked, the source changed or failed to load. */
export const PLAY_ERRORS = ['NotAllowedError', 'AbortError', 'NotSupportedError'] as const
