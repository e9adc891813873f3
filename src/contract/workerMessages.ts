import * as v from 'valibot'

/** Worker to page: the user tapped a notification; navigate to its path. */
export const NavigateRequest = v.object({ type: v.literal('parde:go'), path: v.string() })
export type NavigateRequest = v.InferOutput<typeof NavigateRequest>

/** Page to waiting worker: take over now. */
export const SkipWaiting = v.object({ type: v.literal('SKIP_WAITING') })
export type SkipWaiting = v.InferOutput<typeof SkipWaiting>

/** Page to worker: report the version of its cached page, as text through the message's port. */
export const VersionRequest = v.object({ type: v.literal('parde:version') })
export type VersionRequest = v.InferOutput<typeof VersionRequest>

/**
 * Broadcast channel on which a page tells the old worker to stop its work before the new one takes over. A message to
 * the worker would wake one that is asleep or stopping, and the browser would then hold the new worker back until the
 * old one is idle again. A broadcast reaches only a running worker.
 */
export const SKIP_WAITING_CHANNEL = 'parde-make-way'

/** Page to worker: fill the offline pack. `hold`: a screen waits for the network, so the pack pauses. */
export const PackRequest = v.object({ type: v.literal('parde:pack'), hold: v.boolean() })
export type PackRequest = v.InferOutput<typeof PackRequest>
