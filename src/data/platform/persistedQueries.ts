/** localStorage key of the query cache's persister. */
export const PERSISTED_QUERIES_KEY = 'parde-first-screen'
