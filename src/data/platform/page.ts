/** As much of a document as this floor needs: it runs in the worker too, where there is none. */
interface PageDocument {
  cookie: string
  querySelector(selector: string): { getAttribute(name: string): string | null } | null
}

/** The page's document; nothing in the worker. */
export function pageDocument(): PageDocument | undefined {
  return (globalThis as { document?: PageDocument }).document
}
