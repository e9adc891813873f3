/** How often the transactions of this page's databases were aborted by the page itself (`SuspendableDatabase`). */
export const interruptions = { count: 0 }
