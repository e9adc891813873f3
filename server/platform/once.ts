import { onRejection } from './onRejection.ts'

/** Makes a value on first use and returns the same one from then on. One that could not be made is made again. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    if (!made) {
      made = make()
      onRejection(made, () => {
        made = undefined
      })
    }
    return made
  }
}
