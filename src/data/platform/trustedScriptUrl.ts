interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): { toString(): string } }
}

/** The service worker and the web workers of the build. */
const OURS = /^\/(?:sw\.js|assets\/[\w.-]+\.js)$/

let policy: ReturnType<TrustedTypesFactory['createPolicy']> | undefined

/**
 * Returns a script URL that Trusted Types accepts. The only policy of the app allows its own workers
 * (docs/quality.md#security).
 */
export function trustedScriptUrl(path: string): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory) return path
  policy ??= factory.createPolicy('parde', { createScriptURL: (text) => (OURS.test(text) ? text : '') })
  // Callers pass the trusted object on unchanged; their types expect a string.
  return policy.createScriptURL(path) as unknown as string
}
