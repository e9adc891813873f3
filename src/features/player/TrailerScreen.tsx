import { Link } from '@tanstack/react-router'
import type { Trailer } from '#contract/watch.ts'
import { trailer as trailerOf } from '#data/areas/player.ts'
import { useRead } from '#data/react/readHooks.ts'
import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { playerText } from '#text/player.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import icon from '#ui/controls/IconButton.module.css'
import { BackIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { trailerSource } from './engine/videoSource.ts'
import { PlayerMessage } from './PlayerMessage.tsx'
import { useHideAppFrame } from './useHideAppFrame.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import details from './WatchDetails.module.css'
import { WatchError, WatchPlaceholders } from './WatchPlaceholders.tsx'
import styles from './WatchScreen.module.css'
import { nameOf } from './watchNames.ts'

/** Plays the trailer, with the title's card and its save button (docs/product.md#screens). */
export function TrailerScreen({ imdb }: { imdb: string }) {
  useHideAppFrame()
  const read = trailerOf(imdb)
  const view = useRead(read)
  if (view.state === 'loading') return <WatchPlaceholders />
  if (view.state !== 'ready')
    return (
      <WatchError readKey={read.key} view={view} missing={playerText.noTrailer} offline={playerText.offlineTrailer} />
    )
  return <Playing trailer={view.data} />
}

function Playing({ trailer }: { trailer: Trailer }) {
  const { title } = trailer
  const name = nameOf(title)
  const stateOf = useCardStates([title])
  const source = trailerSource(trailer)
  return (
    <Page title={playerText.trailerOf(name)} heading={null} bleed>
      <div className={styles.screen}>
        <VideoPlayer
          nowPlaying={{ title: playerText.trailerOf(name), subtitle: title.titleEn, album: '', poster: title.poster }}
          facts={title.titleEn}
          backdrop={trailer.backdrop}
          color={title.posterColor}
          source={source}
          at={0}
          quality={null}
          watch={undefined}
          onNext={undefined}
          onMoment={() => undefined}
          back={
            <Link {...titleLink(title)} className={icon.icon} aria-label={playerText.back}>
              <BackIcon />
            </Link>
          }
          fallback={
            source ? null : (
              <PlayerMessage title={playerText.noTrailer}>
                <Link {...titleLink(title)} className={buttonClass('quiet')}>
                  {playerText.toTitle}
                </Link>
              </PlayerMessage>
            )
          }
          renderRefused={(message) => <PlayerMessage title={playerText.refused} note={message} />}
        >
          <div className={details.details}>
            <h1 className={details.name} tabIndex={-1}>
              {playerText.trailerOf(name)}
            </h1>
            <TitleListItem card={title} state={stateOf(title.id)} first />
          </div>
        </VideoPlayer>
      </div>
    </Page>
  )
}
