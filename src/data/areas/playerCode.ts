/** What plays streams where the browser alone cannot: a file of its own, which comes with the first film and no sooner. */
export async function loadHls() {
  return (await import('hls.js')).default
}

/** Has the parts of the player come to this device, so that a kept film plays where there is no network. */
export async function preloadPlayer(): Promise<void> {
  await loadHls()
}
