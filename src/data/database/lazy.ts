/** The library of the databases and all that is made of it. */
export type Late = typeof import('./databases.ts')

/** While it does not come it is asked for again after so long, in ms. */
const AGAIN = 1_000

let coming: Promise<Late> | undefined

/**
 * What the first screen of a first visit does not wait for: its library comes with the first question to a database. It is
 * asked for until it comes, whatever the network does: a tap waits for it and is not lost.
 */
export function late(): Promise<Late> {
  coming ??= import('./databases.ts').catch(async () => {
    await new Promise((over) => setTimeout(over, AGAIN))
    coming = undefined
    return late()
  })
  return coming
}
