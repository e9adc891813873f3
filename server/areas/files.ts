import type { FileLink } from '#contract/files.ts'
import { filesApi } from '#contract/files.ts'
import { refuseTitle } from '#server/catalogue/requireTitle.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { filesOf, missingRight, streamOf } from '#server/stream/describeFiles.ts'
import { readFileId } from '#server/stream/fileIds.ts'
import type { Films } from '#server/stream/films.ts'
import { findPlayableTitle, findPlayableTitles, workWith } from '#server/stream/playableTitles.ts'
import { playbackRights } from '#server/stream/playbackRights.ts'
import { failureMessages } from '#server/text/messages.ts'

/** Serves the files of a title and fresh links to them. */
export function serveFiles(api: Api, films: Films): void {
  serve(api, filesApi.list, async (call) => {
    const { params, database, clock } = call
    const { works } =
      (await findPlayableTitle(database, params.id, clock())) ?? (await refuseTitle(database, params.id))
    const rights = await playbackRights(call, await call.caller())
    const files = works.map(async (work) => {
      const film = await films.filmOf(work)
      return film ? filesOf(work, film, rights) : []
    })
    return { data: (await Promise.all(files)).flat() }
  })

  serve(api, filesApi.links, async (call) => {
    const { ids } = call.query
    const rights = await playbackRights(call, call.user)
    const titles = [...new Set(ids.flatMap((id) => readFileId(id)?.titleId ?? []))]
    const played = await findPlayableTitles(call.database, titles, rights.now)
    const linkOf = async (id: number): Promise<FileLink> => {
      const work = workWith(played.get(readFileId(id)?.titleId ?? 0)?.works ?? [], id)
      const film = work && (await films.filmOf(work))
      if (!film) return refused(id, 'not_found')
      if (missingRight(work, rights)) return refused(id, 'premium_required')
      return { id, stream: streamOf(work, id, film, rights), refusal: null }
    }
    return { data: await Promise.all(ids.map(linkOf)) }
  })
}

function refused(id: number, code: 'premium_required' | 'not_found'): FileLink {
  return { id, stream: null, refusal: { code, message: failureMessages[code] } }
}
