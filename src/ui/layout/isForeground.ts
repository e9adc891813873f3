import { createContext } from 'react'

/** False for a background screen, which must not set the document's title or animate. */
export const IsForeground = createContext(true)
