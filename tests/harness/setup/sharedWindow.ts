import { builtinEnvironments, type Environment } from 'vitest/runtime'

const IS_CREATED = Symbol.for('sharedWindow')

/**
 * A jsdom window that all test files of a vitest worker share. Modules such as Emotion's style sheet keep a reference to
 * the document they were loaded with, so a new window would require loading every module again.
 */
const sharedWindow: Environment = {
  name: 'shared window',
  viteEnvironment: 'client',
  async setup(global, options) {
    global[IS_CREATED] ??= await builtinEnvironments.jsdom.setup(global, options)
    return { teardown() {} }
  },
}

export default sharedWindow
