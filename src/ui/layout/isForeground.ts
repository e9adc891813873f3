import { createContext } from 'react'

/** Whether what stands here is seen, or kept behind another screen: then it names no page and moves nothing. */
export const IsForeground = createContext(true)
