import * as v from 'valibot'

/** What the worker says to an open page: somebody has tapped a notification, and this is where it leads. */
export const GoTo = v.object({ type: v.literal('parde:go'), path: v.string() })
export type GoTo = v.InferOutput<typeof GoTo>

/** What a page says to the worker: the waiting version is to take over. */
export const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING') })

/** What a page asks its worker: the version it keeps. It is answered as a text, through the port that comes along. */
export const WhichVersion = v.object({ type: v.literal('parde:version') })
export type WhichVersion = v.InferOutput<typeof WhichVersion>

/** What a page says to its worker right before it lets a newer one take over: that one waits for all that this is at. */
export const MakeWay = v.object({ type: v.literal('parde:make-way') })
export type MakeWay = v.InferOutput<typeof MakeWay>
