/** The part of `Document` that this layer uses. It is declared here because the worker has no document. */
interface PageDocument {
  cookie: string
  querySelector(selector: string): { getAttribute(name: string): string | null } | null
}

/** Returns undefined in the worker. */
export function pageDocument(): PageDocument | undefined {
  return (globalThis as { document?: PageDocument }).document
}
