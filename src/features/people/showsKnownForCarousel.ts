/** A row of fewer says nothing that the works below it do not. */
const ROW_MIN = 4

/** Whether the best-known works stand in a row of posters; otherwise they are named. */
export function showsKnownForCarousel(knownFor: readonly unknown[]): boolean {
  return knownFor.length >= ROW_MIN
}
