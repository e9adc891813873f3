import * as v from 'valibot'

/** A whole number in the input of a command. */
export const wholeNumber = (most: number, least = 1) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
