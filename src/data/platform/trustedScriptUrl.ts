interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): { toString(): string } }
}

/** The service worker, and the workers that the build has put among the app's files. */
const OURS = /^\/(?:sw\.js|assets\/[\w.-]+\.js)$/

let policy: ReturnType<TrustedTypesFactory['createPolicy']> | undefined

/**
 * An address to run a script from. The page demands Trusted Types and knows one policy (quality page, "Security"): it
 * passes our own workers and nothing else.
 */
export function trustedScriptUrl(path: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory) return path
  policy ??= factory.createPolicy('parde', { createScriptURL: (text) => (OURS.test(text) ? text : '') })
  // Whoever takes it hands it on untouched; their types say string.
  return policy.createScriptURL(path) as unknown as string
}
