import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { COMMENT_MAX, COMMENT_MIN, CommentBody } from '#contract/comments.ts'
import { type Draft, deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useReachable, useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { commentProblemText, commentText } from '#text/comments.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './CommentForm.module.css'

/** From here on the room that is left is said to those who listen, in characters. */
const NEARLY_FULL = 100
/** The part of the page that a guest returns to after signing in. */
export const COMMENTS_ANCHOR = 'comments'

interface Props {
  /** Names the draft; nothing when what is written has a place already. */
  draft?: string
  /** What stands there at first, when that is no draft. */
  start?: Draft
  label: string
  submit: string
  /** Takes the cursor as it appears: it was asked for. */
  focused?: boolean
  /** Throws what a change of the person's throws; answers whether it was taken. */
  onSend: (comment: { body: string; spoiler: boolean }) => Promise<boolean>
  onCancel?: (() => void) | undefined
}

/**
 * Writes a comment. What is typed is a draft from the first key on: it outlives a reload, a crash, an update, and a
 * guest's way to signing in.
 */
export function CommentForm({ draft, start, ...rest }: Props) {
  const session = useSession()
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const [begun, setBegun] = useState<Draft | undefined>(start)
  useEffect(() => {
    if (owner === undefined || draft === undefined) return
    let isHere = true
    void readDraft(draft, owner).then((kept) => {
      if (isHere) setBegun(kept ?? EMPTY)
    })
    return () => {
      isHere = false
      // Another person has other drafts.
      setBegun(undefined)
    }
  }, [draft, owner])
  if (owner === undefined || begun === undefined) return <div className={styles.placeholder} />
  return <Form {...rest} draft={draft} begun={begun} owner={owner} />
}

const EMPTY: Draft = { text: '', spoiler: false }

function Form({
  draft,
  begun,
  label,
  submit,
  focused = false,
  onSend,
  onCancel,
  owner,
}: Omit<Props, 'draft' | 'start'> & { draft: string | undefined; begun: Draft; owner: number | null }) {
  const id = useId()
  const reachable = useReachable()
  const change = useMutationAction(COMMENTS_ANCHOR)
  const field = useRef<HTMLTextAreaElement>(null)
  const isSending = useRef(false)
  const [written, setWritten] = useState(begun)
  const [problem, setProblem] = useState<string>()
  const [isKept, setKept] = useState(false)
  const used = [...written.text.trim()].length

  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  function write(next: Draft) {
    setWritten(next)
    setProblem(undefined)
    setKept(false)
    if (draft !== undefined) saveDraft(draft, next, owner)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    const read = v.safeParse(CommentBody, written.text)
    if (!read.success) {
      setProblem(problemWords(used === 0 ? 'required' : read.issues[0].message))
      field.current?.focus()
      return
    }
    isSending.current = true
    await change(async () => {
      if (!(await onSend({ body: read.output, spoiler: written.spoiler }))) return
      if (draft !== undefined) deleteDraft(draft)
      setWritten(EMPTY)
      setKept(true)
    }).finally(() => {
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
        value={written.text}
        onChange={({ target }) => write({ ...written, text: target.value })}
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
        {roomWords(used)}
      </p>
      <div className={styles.footer}>
        <label className={styles.spoiler}>
          <input
            type="checkbox"
            checked={written.spoiler}
            onChange={({ target }) => write({ ...written, spoiler: target.checked })}
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
        {isKept && (reachable ? commentText.kept : commentText.keptOffline)}
        {!isKept && owner === null && used > 0 && commentText.guest}
      </p>
    </form>
  )
}

function problemWords(problem: string): string {
  if (problem === 'commentLong') return commentProblemText.commentLong(COMMENT_MAX)
  return problem === 'commentShort' ? commentProblemText.commentShort(COMMENT_MIN) : commentProblemText.required()
}

function roomWords(used: number): string | undefined {
  if (used > COMMENT_MAX) return commentText.over(used - COMMENT_MAX)
  return used >= COMMENT_MAX - NEARLY_FULL ? commentText.left(COMMENT_MAX - used) : undefined
}
