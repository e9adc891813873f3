/** Loads hls.js, for browsers without native HLS, with the first film. */
export async function loadHls() {
  return (await import('hls.js')).default
}

/** Downloads the player code, so that downloaded films play offline. */
export async function preloadPlayer(): Promise<void> {
  await loadHls()
}
