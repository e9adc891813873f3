/*
 * Adds the array methods that Chrome 109 lacks (they came with Chrome 110) where they are missing. Imported before anything
 * else in each global scope: the page in `/early.js`, and the workers.
 */
const { prototype } = Array
if (!('toSorted' in prototype)) {
  const add = (name: string, value: (this: unknown[], ...given: never[]) => unknown[]) =>
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  add('toSorted', function (compare?: (one: unknown, other: unknown) => number) {
    return this.slice().sort(compare)
  })
  add('toReversed', function () {
    return this.slice().reverse()
  })
}

export {}
