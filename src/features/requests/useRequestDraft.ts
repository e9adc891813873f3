import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { imdbIdIn } from '#contract/requests.ts'
import { REQUEST_DRAFT } from '#data/areas/requests.ts'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useSession } from '#data/react/readHooks.ts'
import type { NewRequestAddress } from './newRequestAddress.ts'
import { NO_VALUES, type RequestValues, readDraftText, writeDraftText } from './requestForm.ts'

/** The form's initial values and its draft. */
export interface RequestDraft {
  initial: RequestValues
  /** the earlier draft, after a search query replaced it */
  before: RequestValues | undefined
  /** changes with each new draft */
  key: number
  save: (values: RequestValues) => void
  forget: () => void
  restore: (values: RequestValues) => void
}

/**
 * The user's single unsent request; its draft survives a reload, a crash and an update. A prefill starts a new draft and
 * is then removed from the address, so that a reload does not repeat it. Undefined while loading. Reads the draft again
 * on each visit, because the outbox may have returned a request for editing.
 */
export function useRequestDraft({ name, imdb }: NewRequestAddress): RequestDraft | undefined {
  const session = useSession()
  const navigate = useNavigate()
  const arrival = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const isOwnMove = useRef(false)
  const [state, setState] = useState<Pick<RequestDraft, 'initial' | 'before' | 'key'>>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new navigation reads the draft again
  useEffect(() => {
    // Removing the prefill from the address is no new visit.
    const isOwn = isOwnMove.current
    isOwnMove.current = false
    if (owner === undefined || isOwn) return
    let isHere = true
    void readDraft(REQUEST_DRAFT, owner).then((stored) => {
      if (!isHere) return
      const draft = stored ? readDraftText(stored.text) : NO_VALUES
      const isAsked = name !== undefined || imdb !== undefined
      const next = (initial: RequestValues, before?: RequestValues) =>
        setState((last) => ({
          initial,
          before: before ?? (isAsked ? undefined : last?.before),
          key: (last?.key ?? 0) + 1,
        }))
      if (!isAsked) return next(draft)
      const isSame = draft.name.trim() === (name ?? '') && (imdb === undefined || imdbIdIn(draft.imdb) === imdb)
      const initial = isSame ? draft : { ...NO_VALUES, name: name ?? '', imdb: imdb ?? '' }
      next(initial, initial !== draft && draft.name.trim() !== '' ? draft : undefined)
      saveDraft(REQUEST_DRAFT, { text: writeDraftText(initial), spoiler: false }, owner)
      isOwnMove.current = true
      void navigate({ to: '/user/new-request', search: {}, replace: true, resetScroll: false })
    })
    return () => {
      isHere = false
    }
  }, [owner, name, imdb, arrival, navigate])

  if (owner === undefined || state === undefined) return undefined
  const save = (values: RequestValues) =>
    saveDraft(REQUEST_DRAFT, { text: writeDraftText(values), spoiler: false }, owner)
  return {
    ...state,
    save,
    forget: () => deleteDraft(REQUEST_DRAFT),
    restore(values) {
      save(values)
      setState({ initial: values, before: undefined, key: state.key + 1 })
    },
  }
}
