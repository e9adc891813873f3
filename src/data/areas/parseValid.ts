import * as v from 'valibot'

/** A list of the stored value, or an empty one when another version stored something else. */
export function parseValid<Shape extends v.GenericSchema>(shape: Shape, value: unknown): v.InferOutput<Shape>[] {
  const read = v.safeParse(shape, value)
  return read.success ? [read.output] : []
}
