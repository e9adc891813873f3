import type { Stream } from '#contract/files.ts'
import type { Trailer, Watch } from '#contract/watch.ts'
import { mediaAddress, refreshedStream } from '#data/areas/player.ts'
import { fixedLink, signedLink } from './mediaLink.ts'
import type { VideoSource } from './source.ts'

/** A film over the network, by links that are renewed as it plays. */
export function streamSource(imdb: string, watch: Watch, stream: Stream): VideoSource {
  const ask = () => refreshedStream(imdb, watch.fileId)
  return {
    ...sidesOf(watch, stream),
    key: `stream ${watch.fileId}`,
    open: (onReplaced) => signedLink(stream, { ask, onReplaced }),
    isDownloaded: false,
  }
}

/** A film that stands on this device. */
export function downloadedSource(watch: Watch, stream: Stream): VideoSource {
  return {
    ...sidesOf(watch, stream),
    key: `kept ${watch.fileId}`,
    open: () => fixedLink(stream.master),
    isDownloaded: true,
  }
}

function sidesOf({ language }: Watch, { subtitles, thumbnails }: Stream) {
  return { subtitles, thumbnails, defaultSubtitle: language === 'subtitled' ? 'fa' : 'off' }
}

/** Open to all; nothing when there is none in a form that players know. */
export function trailerSource(trailer: Trailer): VideoSource | undefined {
  const [first] = trailer.sources
  if (!first) return undefined
  return {
    key: `trailer ${trailer.title.id}`,
    open: () => fixedLink(mediaAddress(first.src)),
    subtitles: trailer.subtitles,
    defaultSubtitle: trailer.subtitles.some(({ lang }) => lang === 'fa') ? 'fa' : 'off',
    thumbnails: trailer.thumbnails,
    isDownloaded: false,
  }
}
