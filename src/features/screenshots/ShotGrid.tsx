import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Screenshot } from '#contract/screenshots.ts'
import { screenshotsLink } from '#parts/navigation/links.ts'
import { screenshotsText } from '#text/screenshots.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './ScreenshotsScreen.module.css'
import { screenshotIndex } from './shots.ts'

const SIZES = '(min-width: 1200px) 25vw, (min-width: 675px) 33vw, 50vw'
const LARGE = '(min-width: 1200px) 50vw, (min-width: 675px) 66vw, 100vw'
const lightbox = () => import('./Lightbox.tsx').then(({ Lightbox }) => Lightbox)

/**
 * The screenshots as a grid. The address selects the one in the lightbox, so it can be shared, and going back closes
 * it.
 */
export function ShotGrid({
  titleId,
  name,
  shots,
  shot,
}: {
  titleId: number
  name: string
  shots: Screenshot[]
  shot: number | undefined
}) {
  const router = useRouter()
  const navigate = useNavigate()
  const wasOpened = useRef(false)
  const at = screenshotIndex(shots, shot)
  const link = (number: number | undefined) =>
    ({ ...screenshotsLink({ id: titleId }), search: { shot: number }, resetScroll: false }) as const

  function close() {
    // When the lightbox was opened here, going back leaves no second history entry of the grid.
    if (wasOpened.current) router.history.back()
    else void navigate({ ...link(undefined), replace: true })
    wasOpened.current = false
  }
  function turn(to: number) {
    const next = shots[to]
    if (next && next.id !== shot) void navigate({ ...link(next.id), replace: true })
  }
  const Lightbox = useLazyComponent(lightbox, at !== undefined, close)

  return (
    <>
      <ul className={styles.grid} aria-label={screenshotsText.list}>
        {shots.map(({ id, image, color }, index) => (
          <li key={id}>
            <Link
              {...link(id)}
              className={styles.shot}
              aria-label={screenshotsText.shot(index + 1, shots.length)}
              aria-haspopup="dialog"
              onClick={() => {
                wasOpened.current = true
              }}
            >
              <Picture
                source={image}
                shape="still"
                alt=""
                sizes={index === 0 ? LARGE : SIZES}
                color={color}
                first={index < 3}
              />
            </Link>
          </li>
        ))}
      </ul>
      {Lightbox && at !== undefined && <Lightbox name={name} shots={shots} at={at} onTurn={turn} onClose={close} />}
    </>
  )
}
