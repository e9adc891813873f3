import { createContext } from 'react'

/**
 * Where the first style sheet is: a drawn page names it between its frame and its content, and browsers paint what stands
 * above a sheet that has not come. Nothing where it stands elsewhere in the page.
 */
export const FirstStylesheet = createContext<string | undefined>(undefined)
