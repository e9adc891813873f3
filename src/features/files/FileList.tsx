import { Link, type LinkProps } from '@tanstack/react-router'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { progressReader } from '#data/areas/watchedParts.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { FilterBar, Segments } from '#parts/lists/FilterBar.tsx'
import { ALL } from '#parts/navigation/languageChoice.ts'
import { EXACT, filesLink } from '#parts/navigation/links.ts'
import { filesText } from '#text/files.ts'
import tabs from '#ui/controls/Tabs.module.css'
import { AccessNote } from './AccessNote.tsx'
import { CopyLinks } from './CopyLinks.tsx'
import { EpisodeFiles } from './EpisodeFiles.tsx'
import styles from './FileList.module.css'
import { FileRow } from './FileRow.tsx'
import type { FileSlot } from './fileSlot.ts'
import { availableFilters, type FilesAddress, filterFiles, resolveFilters } from './filesSearch.ts'
import { groupFiles, type SeasonFiles } from './groupFiles.ts'

/** All files of a title, for a series one season at a time, filtered by quality and language. */
export function FileList({
  title,
  seasons,
  files,
  renew,
  address,
  filters,
  renderDownload,
}: {
  title: TitleCard
  seasons: Title['seasons']
  files: File[]
  renew: (ids: number[]) => Promise<File[]>
  address: FilesAddress
  filters: { quality: string; language: string }
  renderDownload: FileSlot | undefined
}) {
  const watched = useWatched(title.id)
  const offlinePlayback = useOfflinePlayback()
  const offered = availableFilters(files)
  const chosen = resolveFilters(filters, offered)
  const groups = groupFiles(filterFiles(files, chosen), seasons)
  const present = episodeToWatch(seasons, watched)?.episode
  const season = seasonOf(groups, address.season) ?? seasonOf(groups, present?.season) ?? groups[0]
  if (!season) return null

  const link = (change: FilesAddress): LinkProps => ({
    ...filesLink(title),
    search: { ...address, ...change },
    replace: true,
    resetScroll: false,
  })
  const isSeries = season.number !== null || groups.length > 1
  const shown = season.episodes.flatMap((episode) => episode.files)
  const progressOf = progressReader(watched)
  const seen = season.episodes.filter(({ episodeId }) => episodeId !== null && progressOf(episodeId).isWatched)
  const row = (file: File, episode?: string) => (
    <FileRow
      key={file.id}
      title={title}
      file={file}
      episode={episode}
      isHere={offlinePlayback?.plays({ titleId: title.id, episodeId: file.episodeId }) ?? false}
      renew={renew}
      renderDownload={renderDownload}
    />
  )
  return (
    <>
      <FilterBar label={filesText.filters}>
        {offered.languages.length > 1 && (
          <Segments
            label={filesText.languageLabel}
            options={[ALL, ...offered.languages].map((language) => ({
              key: language,
              text: language === ALL ? filesText.all : filesText.language[language as File['language']],
              link: link({ language: language as FilesAddress['language'] }),
              isSelected: language === chosen.language,
            }))}
          />
        )}
        {offered.qualities.length > 1 && (
          <Segments
            label={filesText.qualityLabel}
            options={[ALL, ...offered.qualities].map((quality) => ({
              key: quality,
              text: quality === ALL ? filesText.allQualities : filesText.quality(quality),
              link: link({ quality: quality.toLowerCase() }),
              isSelected: quality === chosen.quality,
            }))}
          />
        )}
      </FilterBar>
      {isSeries && (
        <nav aria-label={filesText.seasons} className={`${tabs.tabs} ${styles.seasons}`}>
          {groups.map(({ number }) => (
            <Link
              key={number ?? 'others'}
              {...link({ season: number ?? undefined })}
              activeOptions={EXACT}
              className={tabs.tab}
              aria-current={number === season.number ? 'true' : undefined}
            >
              {filesText.season(number)}
            </Link>
          ))}
        </nav>
      )}
      <AccessNote files={shown} />
      <div className={styles.toolbar}>
        {seen.length > 0 && (
          <p className={styles.seen}>{filesText.seasonWatched(seen.length, season.episodes.length)}</p>
        )}
        <CopyLinks files={shown} season={isSeries ? filesText.season(season.number) : undefined} renew={renew} />
      </div>
      {isSeries ? (
        <ol key={season.number} className={styles.episodes} aria-label={filesText.season(season.number)}>
          {season.episodes.map((episode, at) => (
            <EpisodeFiles
              key={episode.number ?? 'others'}
              episode={episode}
              progress={progressOf(episode.episodeId)}
              isOpen={present?.season === season.number ? episode.episodeId === present.id : at === 0}
            >
              {(file, name) => row(file, name)}
            </EpisodeFiles>
          ))}
        </ol>
      ) : (
        <ul className={styles.versions} aria-label={filesText.versions(shown.length)}>
          {shown.map((file) => row(file))}
        </ul>
      )}
    </>
  )
}

function seasonOf(groups: SeasonFiles[], number: number | undefined): SeasonFiles | undefined {
  return number === undefined ? undefined : groups.find((group) => group.number === number)
}
