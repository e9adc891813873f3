import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { imdbIdIn } from '#contract/requests.ts'
import { REQUEST_DRAFT } from '#data/areas/requests.ts'
import { deleteDraft, readDraft, saveDraft } from '#data/database/drafts.ts'
import { useSession } from '#data/react/readHooks.ts'
import type { NewRequestAddress } from './newRequestAddress.ts'
import { NO_VALUES, type RequestValues, readDraftText, writeDraftText } from './requestForm.ts'

/** What the form begins with, and how it is kept. */
export interface RequestDraft {
  begun: RequestValues
  /** What was written before, when the words of a search have taken its place. */
  before: RequestValues | undefined
  /** Another time for each beginning. */
  key: number
  keep: (values: RequestValues) => void
  forget: () => void
  restore: (values: RequestValues) => void
}

/**
 * The one unsent request: what was typed outlives a reload, a crash and an update. `asked`: the words of a search or the
 * id of a shared link, which begin a new one; they go from the address into the draft, so that a reload does not bring them again. Nothing for the
 * first moment. An arrival reads anew: the queue may have given a request back to be edited.
 */
export function useRequestDraft({ name, imdb }: NewRequestAddress): RequestDraft | undefined {
  const session = useSession()
  const navigate = useNavigate()
  const arrival = useRouterState({ select: ({ location }) => location.state.__TSR_key })
  const owner = session.state === 'unknown' ? undefined : session.state === 'member' ? session.user.id : null
  const isOwnMove = useRef(false)
  const [state, setState] = useState<Pick<RequestDraft, 'begun' | 'before' | 'key'>>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: coming here once more is another arrival
  useEffect(() => {
    // The address has just handed its words over, that is no arrival.
    const isOwn = isOwnMove.current
    isOwnMove.current = false
    if (owner === undefined || isOwn) return
    let isHere = true
    void readDraft(REQUEST_DRAFT, owner).then((kept) => {
      if (!isHere) return
      const draft = kept ? readDraftText(kept.text) : NO_VALUES
      const isAsked = name !== undefined || imdb !== undefined
      const next = (begun: RequestValues, before?: RequestValues) =>
        setState((last) => ({
          begun,
          before: before ?? (isAsked ? undefined : last?.before),
          key: (last?.key ?? 0) + 1,
        }))
      if (!isAsked) return next(draft)
      const isSame = draft.name.trim() === (name ?? '') && (imdb === undefined || imdbIdIn(draft.imdb) === imdb)
      const begun = isSame ? draft : { ...NO_VALUES, name: name ?? '', imdb: imdb ?? '' }
      next(begun, begun !== draft && draft.name.trim() !== '' ? draft : undefined)
      saveDraft(REQUEST_DRAFT, { text: writeDraftText(begun), spoiler: false }, owner)
      isOwnMove.current = true
      void navigate({ to: '/user/new-request', search: {}, replace: true, resetScroll: false })
    })
    return () => {
      isHere = false
    }
  }, [owner, name, imdb, arrival, navigate])

  if (owner === undefined || state === undefined) return undefined
  const keep = (values: RequestValues) =>
    saveDraft(REQUEST_DRAFT, { text: writeDraftText(values), spoiler: false }, owner)
  return {
    ...state,
    keep,
    forget: () => deleteDraft(REQUEST_DRAFT),
    restore(values) {
      keep(values)
      setState({ begun: values, before: undefined, key: state.key + 1 })
    },
  }
}
