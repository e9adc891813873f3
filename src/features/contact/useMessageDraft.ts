import { useEffect, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useSession } from '#data/react/readHooks.ts'

const DRAFT = 'contact'

/** Draft of the unsent message: survives a reload, a crash and an update. Undefined while loading. */
export function useMessageDraft(): { text: string; write: (text: string) => void } | undefined {
  const session = useSession()
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const [text, setText] = useState<string>()
  useEffect(() => {
    if (owner === undefined) return
    let isHere = true
    void readDraft(DRAFT, owner).then((draft) => isHere && setText(draft?.text ?? ''))
    return () => {
      isHere = false
    }
  }, [owner])
  if (owner === undefined || text === undefined) return undefined
  return {
    text,
    write(next) {
      setText(next)
      if (next === '') deleteDraft(DRAFT)
      else saveDraft(DRAFT, { text: next, spoiler: false }, owner)
    },
  }
}
