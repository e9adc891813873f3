/** The library of the databases and all that is made of it. */
export type LazyDatabases = typeof import('./databases.ts')

/** While it does not come it is asked for again after so long, in ms. */
const AGAIN = 1_000

let loading: Promise<LazyDatabases> | undefined

/**
 * What the first screen of a first visit does not wait for: its library comes with the first question to a database. It is
 * asked for until it comes, whatever the network does: a tap waits for it and is not lost.
 */
export function lazyDatabases(): Promise<LazyDatabases> {
  loading ??= import('./databases.ts').catch(async () => {
    await new Promise((over) => setTimeout(over, AGAIN))
    loading = undefined
    return lazyDatabases()
  })
  return loading
}
