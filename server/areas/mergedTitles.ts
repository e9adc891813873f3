import type { NewComment } from '#contract/comments.ts'
import type { SetPosition, SetWatched } from '#contract/history.ts'
import { episodeId } from '#server/catalogue/ids.ts'
import { mergedInto } from '#server/catalogue/mergedRecords.ts'
import type { MatchedTitle } from '#server/catalogue/search/matchTitles.ts'
import { FILES_PER_WORK } from '#server/stream/fileIds.ts'
import type { Redirect } from '#server/sync/mutation.ts'

/** The title that a mutation named, and the one that it is part of since a merge. */
interface Merge {
  from: number
  into: number
}

interface OfTitle {
  id: number
}

/**
 * Redirects mutations of a merged title, which `params` names. `translate`: the body, if it names episodes or files. Their
 * numbers begin with the title's.
 */
export function redirectTitle<Body>(
  translate: (body: Body, merge: Merge) => Body = (body) => body,
): Redirect<OfTitle, Body> {
  return async (database, mutation) => {
    const merge = await findMerge(database, mutation.params.id)
    return (
      merge && {
        ...mutation,
        ...ofMerge(merge),
        params: { ...mutation.params, id: merge.into },
        body: translate(mutation.body, merge),
      }
    )
  }
}

/** Redirects new comments on a merged title. */
export const redirectComment: Redirect<object, NewComment> = async (database, mutation) => {
  const merge = await findMerge(database, mutation.body.titleId)
  return merge && { ...mutation, ...ofMerge(merge), body: { ...mutation.body, titleId: merge.into } }
}

export function translatePosition(body: SetPosition, merge: Merge): SetPosition {
  const translate = <Mark extends Pick<SetPosition, 'fileId' | 'episodeId'>>(mark: Mark): Mark => ({
    ...mark,
    fileId: mark.fileId && mark.fileId + stepOf(merge) * FILES_PER_WORK,
    episodeId: mark.episodeId && mark.episodeId + stepOf(merge),
  })
  return { ...translate(body), earlier: body.earlier.map(translate) }
}

export function translateFlags({ flags }: SetWatched, merge: Merge): SetWatched {
  return { flags: flags.map((flag) => ({ ...flag, episodeId: flag.episodeId && flag.episodeId + stepOf(merge) })) }
}

async function findMerge(database: Parameters<typeof mergedInto>[0], from: number): Promise<Merge | undefined> {
  const into = await mergedInto(database, 'titles', from)
  return into === undefined ? undefined : { from, into }
}

function ofMerge(merge: Merge) {
  return {
    mergedFrom: merge.from,
    // `history:7:700001:watched`: a title, and in some entities an episode; 0 stands for a film.
    formerEntity: (entity: string) =>
      entity
        .replace(/^(\w+):\d+/, `$1:${merge.from}`)
        .replace(/(?<=^\w+:\d+:)[1-9]\d*/, (episode) => String(Number(episode) - stepOf(merge))),
  }
}

/** `formerEntity` of a mutation of many titles, of which some were named as the titles that were merged into them. */
export function formerEntityOf(named: readonly MatchedTitle[]): (entity: string) => string {
  const merged = new Map(named.flatMap(({ id, mergedFrom }) => (mergedFrom === null ? [] : [[id, mergedFrom]])))
  return (entity) => {
    const into = Number(entity.split(':')[1])
    const from = merged.get(into)
    return from === undefined ? entity : ofMerge({ from, into }).formerEntity(entity)
  }
}

/** How far the numbers of episodes of the two titles are apart. */
function stepOf({ from, into }: Merge): number {
  return episodeId(into - from, 0, 0)
}
