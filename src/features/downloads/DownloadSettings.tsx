import { type Conditions, setCondition } from '#data/downloads/conditions.ts'
import { expectedBytes } from '#data/downloads/downloadLimit.ts'
import { setDownloadLimit } from '#data/downloads/downloads.ts'
import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { downloadSettingsText, downloadsText } from '#text/downloads.ts'
import { Select } from '#ui/controls/Select.tsx'
import { Switch } from '#ui/controls/Switch.tsx'
import styles from './DownloadSettings.module.css'
import { notifyIfFailed } from './notifyIfFailed.ts'

/** Offered limits, in bytes; 0 for none. */
const LIMITS = [0, 1e9, 2e9, 5e9, 10e9, 20e9, 50e9]

/** When downloads run and how much space they may take. Shown without downloads too, so that it applies to the first one. */
export function DownloadSettings({
  videos,
  conditions,
  limit,
}: {
  videos: ShownDownload[]
  conditions: Conditions
  /** In bytes; 0 for none. */
  limit: number
}) {
  return (
    <section className={styles.settings} aria-labelledby="download-settings">
      <h2 id="download-settings" className={styles.title}>
        {downloadSettingsText.title}
      </h2>
      {(['wifi', 'charging'] as const).map((name) => {
        const isRequired = conditions[name]
        if (isRequired === undefined) return null
        return (
          <Switch
            key={name}
            {...downloadsText.conditions[name]}
            checked={isRequired}
            onChange={(checked) => void notifyIfFailed(() => setCondition(name, checked))}
          />
        )
      })}
      <Limit videos={videos} limit={limit} />
    </section>
  )
}

function Limit({ videos, limit }: { videos: ShownDownload[]; limit: number }) {
  const used = videos.reduce((sum, { bytes }) => sum + bytes, 0)
  const reserved = videos.reduce((sum, video) => sum + expectedBytes(video), 0) - used
  return (
    <div>
      <div className={styles.limit}>
        <span aria-hidden="true">{downloadSettingsText.limit}</span>
        <Select
          label={downloadSettingsText.limit}
          options={optionsFor(limit)}
          value={String(limit)}
          onChange={(chosen) => void notifyIfFailed(() => setDownloadLimit(Number(chosen) || undefined))}
        />
      </div>
      {limit > 0 && (
        <p className={styles.use} role="status">
          {downloadsText.facts([
            downloadSettingsText.use(used, limit),
            reserved > 0 && downloadSettingsText.reserved(reserved),
          ])}
        </p>
      )}
      <p className={styles.note}>{downloadSettingsText.limitNote}</p>
    </div>
  )
}

/** Another version of the app may have stored another limit. */
function optionsFor(limit: number) {
  return [...new Set([...LIMITS, limit])]
    .toSorted((one, other) => one - other)
    .map((bytes) => ({
      value: String(bytes),
      label: bytes === 0 ? downloadSettingsText.noLimit : downloadSettingsText.limitOf(bytes),
    }))
}
