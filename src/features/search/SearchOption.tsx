import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './SearchOption.module.css'

/** Props that the results list passes to each option. */
export interface OptionProps {
  id: string
  isActive: boolean
  onChosen: () => void
}

/** A search result: a link in the listbox, with its picture and its name in both languages. */
export function SearchOption({
  link,
  id,
  isActive,
  onChosen,
  picture,
  nameFa,
  nameEn,
  facts,
  end,
}: OptionProps & {
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  picture: ReactNode
  nameFa: string
  nameEn: string
  facts: ReactNode
  end?: ReactNode
}) {
  return (
    <Link
      {...link}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onClick={onChosen}
    >
      {picture}
      <span className={styles.text}>
        <span className={styles.name}>{nameFa || <bdi dir="ltr">{nameEn}</bdi>}</span>
        {nameFa !== '' && (
          <bdi dir="ltr" className={styles.latin}>
            {nameEn}
          </bdi>
        )}
        {facts}
      </span>
      {end}
    </Link>
  )
}
