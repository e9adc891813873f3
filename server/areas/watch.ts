import { type Watch, type WatchEpisode, watchApi } from '#contract/watch.ts'
import { backdropOf, cardOf, pathOfTitle } from '#server/catalogue/cards.ts'
import { refuseTitle } from '#server/catalogue/requireTitle.ts'
import type { Database } from '#server/database/connect.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { missingRight, streamOf } from '#server/stream/describeFiles.ts'
import type { Films } from '#server/stream/films.ts'
import { findPlayableTitle, type PlayableTitle, titleByKey, type Work } from '#server/stream/playableTitles.ts'
import { playbackRights } from '#server/stream/playbackRights.ts'
import { trailerOf } from '#server/stream/trailers.ts'
import { languageOf } from '#server/stream/voices.ts'
import { mediaMessages } from '#server/text/messages.ts'

/** Serves what the player needs for a file, an episode or a trailer. */
export function serveWatch(api: Api, films: Films): void {
  serve(api, watchApi.trailer, async ({ params, database, clock }) => {
    const { title, trailer } = await titleOf(database, params.imdb, clock())
    const film = await films.trailer(trailer)
    return { data: { title: cardOf(title), backdrop: backdropOf(title), ...trailerOf(title, film) } }
  })

  serve(api, watchApi.show, async (call) => {
    const { params, database, clock } = call
    const played = await titleOf(database, params.imdb, clock())
    const rights = await playbackRights(call, await call.caller())
    const { title } = played
    const { work, fileId, quality } = findFile(played, params.id, call.query.dub)
    const needs = missingRight(work, rights)
    const film = (await films.filmOf(work)) ?? refuse('not_found', { message: mediaMessages.nothing })
    const language = languageOf(work, fileId)
    const at = played.works.indexOf(work)
    const episodeAt = (index: number) => episodeOf(played.works[index], language)
    const data: Watch = {
      title: cardOf(title),
      backdrop: backdropOf(title),
      fileId,
      quality,
      language,
      versions: work.versions.flatMap((version) => {
        const [best] = version.files
        return best ? [{ language: version.language, fileId: best.id }] : []
      }),
      episode: episodeAt(at),
      previous: episodeAt(at - 1),
      next: episodeAt(at + 1),
      stream: needs ? null : streamOf(work, fileId, film, rights),
      needs,
    }
    return { data }
  })
}

async function titleOf(database: Database, key: string, now: Date): Promise<PlayableTitle> {
  const name = titleByKey(key)
  return (await findPlayableTitle(database, name, now)) ?? refuseTitle(database, name, mediaMessages.title)
}

interface Found {
  work: Work
  fileId: number
  quality: string | null
}

/**
 * Finds a file by its id, or the best file of a film or episode by theirs. `dub`: the requested version, if any; a named
 * file is replaced by the file of the same encoding.
 */
function findFile({ title, works }: PlayableTitle, id: number, dub: 0 | 1 | undefined): Found {
  const existing = { path: pathOfTitle(title) }
  if (title.isComing) refuse('not_found', { message: mediaMessages.coming, existing })
  for (const work of works) {
    const files = work.versions.flatMap((version) => version.files)
    const requested = filesOfVersion(work, dub)
    const named = files.find((file) => file.id === id)
    if (named) {
      const file = requested.find(({ encoding }) => encoding === named.encoding) ?? named
      return { work, fileId: dub === undefined ? named.id : file.id, quality: named.encoding.quality }
    }
    const [best] = requested
    if (best && id === (work.episode?.id ?? title.id)) return { work, fileId: best.id, quality: null }
  }
  const [first] = works
  const [best] = first ? filesOfVersion(first, dub) : []
  // The id of a series starts its first episode.
  if (first && best && id === title.id) return { work: first, fileId: best.id, quality: null }
  return refuse('not_found', { message: works.length === 0 ? mediaMessages.nothing : mediaMessages.file, existing })
}

/** The files of the requested version, or of the first one. */
function filesOfVersion({ versions }: Work, dub: 0 | 1 | undefined): Work['versions'][number]['files'] {
  const requested = versions.find(({ language }) => dub !== undefined && (dub === 1) === (language === 'dubbed'))
  return (requested ?? versions[0])?.files ?? []
}

function episodeOf(work: Work | undefined, language: Watch['language']): WatchEpisode | null {
  if (!work?.episode) return null
  const version = work.versions.find((one) => one.language === language) ?? work.versions[0]
  const { id, season, number, titleFa, titleEn } = work.episode
  return { id, season, number, titleFa, titleEn, fileId: version?.files[0]?.id ?? id }
}
