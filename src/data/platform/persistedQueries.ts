/** Where the query cache's persister keeps the first screen's answers. */
export const PERSISTED = 'parde-first-screen'
