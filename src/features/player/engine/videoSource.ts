import type { Stream } from '#contract/files.ts'
import type { Trailer, Watch } from '#contract/watch.ts'
import { refreshedStream } from '#data/areas/player.ts'
import { apiAddress } from '#data/network/apiBase.ts'
import { fixedLink, signedLink } from './mediaLink.ts'
import type { VideoSource } from './source.ts'

/** Creates a source streamed over signed links. */
export function streamSource(imdb: string, watch: Watch, stream: Stream): VideoSource {
  const ask = () => refreshedStream(imdb, watch.fileId)
  return {
    ...tracksOf(watch, stream),
    key: `stream ${watch.fileId}`,
    open: (onReplaced) => signedLink(stream, { ask, onReplaced }),
    isDownloaded: false,
  }
}

/** Creates a source for a download. */
export function downloadedSource(watch: Watch, stream: Stream): VideoSource {
  return {
    ...tracksOf(watch, stream),
    key: `download ${watch.fileId}`,
    open: () => fixedLink(stream.master),
    isDownloaded: true,
  }
}

function tracksOf({ language }: Watch, { subtitles, thumbnails, chapters }: Stream) {
  return { subtitles, thumbnails, chapters, defaultSubtitle: language === 'subtitled' ? 'fa' : 'off' }
}

/** Creates the public source of a trailer; undefined without a playable format. */
export function trailerSource(trailer: Trailer): VideoSource | undefined {
  const [first] = trailer.sources
  if (!first) return undefined
  return {
    key: `trailer ${trailer.title.id}`,
    open: () => fixedLink(apiAddress(first.src)),
    subtitles: trailer.subtitles,
    defaultSubtitle: trailer.subtitles.some(({ lang }) => lang === 'fa') ? 'fa' : 'off',
    thumbnails: trailer.thumbnails,
    chapters: [],
    isDownloaded: false,
  }
}
