/** Stylis ships without types; these are the parts we use. */
declare module 'stylis' {
  export type Middleware = import('@emotion/cache').StylisPlugin
  /** Adds vendor prefixes. */
  export const prefixer: Middleware
}
