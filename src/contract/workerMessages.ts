import * as v from 'valibot'

/** What the worker says to an open page: somebody has tapped a notification, and this is where it leads. */
export const GoTo = v.object({ type: v.literal('parde:go'), path: v.string() })
export type GoTo = v.InferOutput<typeof GoTo>

/** What a page says to the worker: the waiting version is to take over. */
export const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING') })
export type SkipWaiting = v.InferOutput<typeof SkipWaiting>

/** What a page asks its worker: the version it keeps. It is answered as a text, through the port that comes along. */
export const WhichVersion = v.object({ type: v.literal('parde:version') })
export type WhichVersion = v.InferOutput<typeof WhichVersion>

/**
 * Where a page says to its worker, right before it lets a newer one take over, that the newer one waits for all that this is
 * at. Not as a message to the worker: that one wakes a worker that sleeps or is just being ended, and holds the newer one
 * back for as long as it takes to fall asleep again. Here it is heard by whoever is awake.
 */
export const MAKE_WAY = 'parde-make-way'
