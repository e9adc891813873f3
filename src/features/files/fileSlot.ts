import type { ReactNode } from 'react'
import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/** Renders a button of another feature in the row of a file, such as its download button. */
export type FileSlot = (title: TitleCard, file: File) => ReactNode
