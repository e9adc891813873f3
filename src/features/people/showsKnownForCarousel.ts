/** Minimum items of the carousel; fewer add nothing to the list of works below. */
const CAROUSEL_MIN = 4

/** Returns whether the best-known works are shown as a carousel; otherwise they are listed as text. */
export function showsKnownForCarousel(knownFor: readonly unknown[]): boolean {
  return knownFor.length >= CAROUSEL_MIN
}
