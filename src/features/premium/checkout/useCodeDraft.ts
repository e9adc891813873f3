import { useEffect, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useSession } from '#data/react/readHooks.ts'

/** Draft of a code: survives a reload and the redirect to the gateway. Undefined while loading. */
export function useCodeDraft(name: string) {
  const session = useSession()
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const [code, setCode] = useState<string>()

  useEffect(() => {
    if (owner === undefined) return
    let isHere = true
    void readDraft(name, owner).then((draft) => {
      if (isHere) setCode((typed) => typed ?? draft?.text ?? '')
    })
    return () => {
      isHere = false
    }
  }, [name, owner])

  return {
    code,
    write(text: string) {
      setCode(text)
      saveDraft(name, { text, spoiler: false }, owner ?? null)
    },
    forget() {
      setCode('')
      deleteDraft(name)
    },
  }
}
