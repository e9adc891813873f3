import { useCallback, useState } from 'react'
import type { Title } from '#contract/titles.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useSeriesRule } from '#data/react/downloadSettingHooks.ts'
import { downloadText, episodesText } from '#text/downloads.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { DeviceDownloadIcon } from '#ui/icons/downloadIcons.tsx'

const loadSheet = async () => (await import('./EpisodesSheet.tsx')).EpisodesSheet
const preloadSheet = () => void loadSheet().catch(ignoring(...EXPECTED_ERRORS))

/** Opens the sheet that downloads a season, or keeps the next episodes of the series on this device. */
export function DownloadEpisodes({
  title,
  season,
  dub,
}: {
  title: Title
  /** Number of the season. */
  season: number
  dub: boolean | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useLazyComponent(loadSheet, isOpen, close)
  const rule = useSeriesRule(title.id)
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={episodesText.labelOf(season)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        <DeviceDownloadIcon size={20} />
        <span>{rule ? episodesText.keepsNext(rule.count) : downloadText.label}</span>
      </button>
      {Sheet && <Sheet open={isOpen} onClose={close} title={title} season={season} dub={dub} />}
    </>
  )
}
