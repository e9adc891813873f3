import { once } from './once.ts'

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): { toString(): string } }
}

/** The service worker and the web workers of the build. */
const OURS = /^\/(?:sw\.js|assets\/[\w.-]+\.js)$/

/** A second policy of the same name would be refused. */
const policy = once(() =>
  (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('parde', {
    createScriptURL: (text) => (OURS.test(text) ? text : ''),
  }),
)

/**
 * Returns a script URL that Trusted Types accepts. The only policy of the app allows its own workers
 * (docs/quality.md#security).
 */
export function trustedScriptUrl(path: string): string {
  // Callers pass the trusted object on unchanged; their types expect a string.
  return (policy()?.createScriptURL(path) as unknown as string | undefined) ?? path
}
