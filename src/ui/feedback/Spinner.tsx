import styles from './Spinner.module.css'

/** Something is under way. An ornament: the words stand elsewhere. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ inlineSize: size, blockSize: size }} aria-hidden="true" />
}
