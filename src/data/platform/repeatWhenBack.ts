/**
 * Runs `load`, and again when the page returns from the back/forward cache before it has settled. Firefox (seen in 153)
 * never settles an `import()` whose page went into the cache while the module was loading; repeated, it resolves. The
 * build wraps each `import()` of the app in it (`vite.config.ts`).
 */
export function repeatWhenBack<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((done, fail) => {
    const run = () => {
      void load()
        .then(done, fail)
        .finally(() => removeEventListener('pageshow', onShow))
    }
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) run()
    }
    addEventListener('pageshow', onShow)
    run()
  })
}
