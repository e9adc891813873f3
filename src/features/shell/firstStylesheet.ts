import { createContext } from 'react'

/**
 * Address of the first style sheet in a prerendered page. Its link is between app frame and content, because browsers paint
 * what precedes a loading style sheet. Undefined where the link is in the head.
 */
export const FirstStylesheet = createContext<string | undefined>(undefined)
