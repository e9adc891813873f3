import { builtinEnvironments, type Environment } from 'vitest/runtime'

const KEPT = Symbol.for('the window of this process')

/**
 * jsdom, made once for all test files of a process: what they share (Emotion's sheet, listeners of modules) holds on to the
 * document it began with, so a new one for each file would want all modules anew, which takes longer than the tests.
 */
const oneWindow: Environment = {
  name: 'one window',
  viteEnvironment: 'client',
  async setup(global, options) {
    global[KEPT] ??= await builtinEnvironments.jsdom.setup(global, options)
    return { teardown() {} }
  },
}

export default oneWindow
