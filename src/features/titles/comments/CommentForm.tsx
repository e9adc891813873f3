import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { COMMENT_MAX, COMMENT_MIN, CommentBody } from '#contract/comments.ts'
import type { DeferredAction } from '#data/areas/deferredAction.ts'
import { type Draft, deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useReachable, useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { commentProblemText, commentText } from '#text/comments.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './CommentForm.module.css'

/** Below this number of remaining characters, screen readers announce the count. */
const ANNOUNCE_REMAINING = 100
/** Anchor that a guest returns to after sign-in. */
export const COMMENTS_ANCHOR = 'comments'

interface Props {
  /** Key of the draft; undefined while editing a comment that waits in the outbox. */
  draft?: string
  /** Initial text while no draft is stored. */
  initialDraft?: Draft
  label: string
  submit: string
  /** Focuses the field on mount, because the user asked for the form. */
  focused?: boolean
  /** Stores the comment. Rejects like a mutation (`useMutationAction`); resolves to whether it was accepted. */
  onSend: (comment: { body: string; spoiler: boolean }) => Promise<boolean>
  /** The comment to send after a guest has signed in. */
  deferred?: (comment: { body: string; spoiler: boolean }) => DeferredAction
  onCancel?: (() => void) | undefined
}

/**
 * Form for a comment. Stores a draft from the first key press: it survives a reload, a crash, an update and the sign-in
 * of a guest.
 */
export function CommentForm({ draft, initialDraft, ...rest }: Props) {
  const session = useSession()
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const [unwritten] = useState<Draft>(initialDraft ?? EMPTY)
  const [initial, setInitial] = useState<Draft | undefined>(draft === undefined ? unwritten : undefined)
  useEffect(() => {
    if (owner === undefined || draft === undefined) return
    let isMounted = true
    void readDraft(draft, owner).then((stored) => {
      if (isMounted) setInitial(stored ?? unwritten)
    })
    return () => {
      isMounted = false
      // Another user has other drafts.
      setInitial(undefined)
    }
  }, [draft, owner, unwritten])
  if (owner === undefined || initial === undefined) return <div className={styles.placeholder} />
  return <Form {...rest} draft={draft} initial={initial} owner={owner} />
}

const EMPTY: Draft = { text: '', spoiler: false }

function Form({
  draft,
  initial,
  label,
  submit,
  focused = false,
  onSend,
  deferred,
  onCancel,
  owner,
}: Omit<Props, 'draft' | 'initialDraft'> & { draft: string | undefined; initial: Draft; owner: number | null }) {
  const id = useId()
  const reachable = useReachable()
  const change = useMutationAction(COMMENTS_ANCHOR)
  const field = useRef<HTMLTextAreaElement>(null)
  const isSending = useRef(false)
  const [draftValue, setDraftValue] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [isSent, setSent] = useState(false)
  const used = [...draftValue.text.trim()].length

  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  function write(next: Draft) {
    setDraftValue(next)
    setProblem(undefined)
    setSent(false)
    if (draft !== undefined) saveDraft(draft, next, owner)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    const read = v.safeParse(CommentBody, draftValue.text)
    if (!read.success) {
      setProblem(problemText(used === 0 ? 'required' : read.issues[0].message))
      field.current?.focus()
      return
    }
    isSending.current = true
    const comment = { body: read.output, spoiler: draftValue.spoiler }
    await change(async () => {
      if (!(await onSend(comment))) return
      if (draft !== undefined) deleteDraft(draft)
      setDraftValue(EMPTY)
      setSent(true)
    }, deferred?.(comment)).finally(() => {
      isSending.current = false
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor={`${id}field`} className={styles.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={`${id}field`}
        className={styles.field}
        dir="auto"
        rows={3}
        placeholder={commentText.placeholder}
        aria-required="true"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}below`}
        value={draftValue.text}
        onChange={({ target }) => write({ ...draftValue, text: target.value })}
      />
      <p id={`${id}below`} className={styles.below}>
        <span className={styles.problem} role="alert">
          {problem}
        </span>
        <span className={used > COMMENT_MAX ? styles.problem : undefined}>
          {commentText.counter(used, COMMENT_MAX)}
        </span>
      </p>
      <p className="sr-only" role="status">
        {remainingText(used)}
      </p>
      <div className={styles.footer}>
        <label className={styles.spoiler}>
          <input
            type="checkbox"
            checked={draftValue.spoiler}
            onChange={({ target }) => write({ ...draftValue, spoiler: target.checked })}
          />
          {commentText.spoiler}
        </label>
        <span className={styles.actions}>
          {onCancel && (
            <Button look="plain" onClick={onCancel}>
              {commentText.cancel}
            </Button>
          )}
          <Button type="submit" look={used === 0 ? 'quiet' : 'solid'}>
            {submit}
          </Button>
        </span>
      </div>
      <p className={styles.note} role="status">
        {isSent && (reachable ? commentText.recorded : commentText.recordedOffline)}
        {!isSent && owner === null && used > 0 && commentText.guest}
      </p>
    </form>
  )
}

function problemText(problem: string): string {
  if (problem === 'commentLong') return commentProblemText.commentLong(COMMENT_MAX)
  return problem === 'commentShort' ? commentProblemText.commentShort(COMMENT_MIN) : commentProblemText.required()
}

function remainingText(used: number): string | undefined {
  if (used > COMMENT_MAX) return commentText.over(used - COMMENT_MAX)
  return used >= COMMENT_MAX - ANNOUNCE_REMAINING ? commentText.left(COMMENT_MAX - used) : undefined
}
