/** Where the query cache's persister keeps the first screen's answers. */
export const PERSISTED_QUERIES_KEY = 'parde-first-screen'
