import styles from './Spinner.module.css'

/** Decorative; the text is elsewhere. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ inlineSize: size, blockSize: size }} aria-hidden="true" />
}
