import { playerText } from '#text/player.ts'
import styles from './HelpPanel.module.css'
import { PlayerPanel } from './PlayerPanel.tsx'

/** Lists the keyboard shortcuts. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  return (
    <PlayerPanel title={playerText.help} onClose={onClose}>
      <dl className={styles.keys}>
        {playerText.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </PlayerPanel>
  )
}
