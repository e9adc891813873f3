import type { Device } from '#contract/devices.ts'
import { clock } from '#data/platform/clock.ts'
import { ListTrouble } from '#parts/lists/ListTrouble.tsx'
import { devicesText } from '#text/access.ts'
import { formatDate, formatRelative } from '#text/format.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './DevicesSection.module.css'
import { useDevices } from './useDevices.ts'

/**
 * The user's signed-in devices, with actions to sign out one or all others. Uses a second-level heading. Renders
 * nothing when the server has no device list.
 */
export function DevicesSection() {
  const { view, ending, endOne, endOthers } = useDevices()
  if (view.state === 'missing') return null
  return (
    <Section id="devices-title" title={devicesText.title} note={devicesText.note}>
      {view.state === 'loading' && <Waiting />}
      <ListTrouble view={view} texts={devicesText} />
      {view.state === 'ready' && (
        <>
          <ul className={styles.list}>
            {currentFirst(view.data).map((device) => (
              <DeviceItem key={device.id} device={device} isEnding={ending === device.id} end={() => endOne(device)} />
            ))}
          </ul>
          {view.data.length > 1 ? (
            <Button onClick={endOthers} busy={ending === 'others' ? devicesText.ending : undefined}>
              {devicesText.endOthers}
            </Button>
          ) : (
            <p className={styles.note}>{devicesText.alone}</p>
          )}
        </>
      )}
    </Section>
  )
}

function DeviceItem({ device, isEnding, end }: { device: Device; isEnding: boolean; end: () => void }) {
  const { name, current, seenAt, createdAt } = device
  return (
    <li className={styles.item}>
      <span className={styles.text}>
        <span className={styles.name}>
          {name}
          {current && <span className={styles.current}>{devicesText.current}</span>}
        </span>
        <span className={styles.facts}>
          <span>{devicesText.seen(formatRelative(Date.parse(seenAt), clock.now()))}</span>
          <span>{devicesText.since(formatDate(createdAt))}</span>
        </span>
      </span>
      {!current && (
        <Button
          look="plain"
          aria-label={devicesText.endOf(name)}
          onClick={end}
          busy={isEnding ? devicesText.ending : undefined}
        >
          {devicesText.end}
        </Button>
      )}
    </li>
  )
}

function currentFirst(devices: Device[]): Device[] {
  return devices.toSorted((one, other) => Number(other.current) - Number(one.current))
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label={devicesText.loading}>
      <Skeleton blockSize={56} radius="var(--radius-m)" />
      <Skeleton blockSize={56} radius="var(--radius-m)" />
    </div>
  )
}
