/** Stylis ships without types of its own; this is all we take from it. */
declare module 'stylis' {
  export type Middleware = import('@emotion/cache').StylisPlugin
  /** Adds the vendor prefixes that browsers still want. */
  export const prefixer: Middleware
}
