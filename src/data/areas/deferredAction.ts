import * as v from 'valibot'
import { ReportReason } from '#contract/commentReactions.ts'
import { Id } from '#contract/shapes.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

const KEY = 'parde-deferred-action'
/** Lifetime of an action, in ms: long enough to register and to confirm an e-mail address. */
const LIFETIME = 30 * 60_000

const DeferredAction = v.variant('kind', [
  v.object({ kind: v.literal('save'), titleId: Id, name: v.string(), card: TitleCard }),
  v.object({
    kind: v.literal('watched'),
    ...{ titleId: Id, name: v.string(), card: TitleCard, parts: v.array(v.nullable(Id)) },
  }),
  v.object({ kind: v.literal('like'), titleId: Id, name: v.string() }),
  v.object({ kind: v.literal('likeComment'), titleId: Id, name: v.string(), commentId: Id }),
  v.object({
    kind: v.literal('reportComment'),
    ...{ titleId: Id, name: v.string(), commentId: Id, reason: ReportReason },
  }),
  v.object({
    kind: v.literal('comment'),
    titleId: Id,
    name: v.string(),
    body: v.string(),
    spoiler: v.boolean(),
    replyTo: v.nullable(Id),
  }),
])
/** An action of a guest that runs after sign-in or registration. `name`: the title's name. */
export type DeferredAction = v.InferOutput<typeof DeferredAction>

const Stored = v.object({ action: DeferredAction, at: v.number() })

/** Stores the action of a guest in this tab, in place of an earlier one. */
export function deferAction(action: DeferredAction) {
  sessionItems.set(KEY, JSON.stringify({ action: v.parse(DeferredAction, action), at: clock.now() }))
}

/** Returns the stored action, unless it is too old. */
export function deferredAction(): DeferredAction | undefined {
  try {
    const read = v.safeParse(Stored, JSON.parse(sessionItems.get(KEY) ?? 'null'))
    return read.success && clock.now() - read.output.at < LIFETIME ? read.output.action : undefined
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return undefined
  }
}

/** Removes and returns the stored action of this tab. */
export function takeDeferredAction(): DeferredAction | undefined {
  const action = deferredAction()
  sessionItems.remove(KEY)
  return action
}
