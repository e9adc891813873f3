import { resolve } from 'node:path'
import { Builder, Capabilities, Key as Codes, WebElement } from 'selenium-webdriver'
import { requireWebkit } from '#tests/harness/browser/webkit.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { killProcesses, run } from '#tests/harness/processes.ts'
import { type BrowserDriver, type BrowserOptions, eventually, findVisible, type Key, type TabDriver } from './engine.ts'

const CODES: Record<Key, string> = {
  Enter: Codes.ENTER,
  Escape: Codes.ESCAPE,
  Tab: Codes.TAB,
  ArrowDown: Codes.ARROW_DOWN,
  ArrowUp: Codes.ARROW_UP,
  ArrowLeft: Codes.ARROW_LEFT,
  ArrowRight: Codes.ARROW_RIGHT,
  k: 'k',
}

/**
 * Starts WebKitGTK over WebDriver, in a window of `webkitBrowser.py`: Debian's MiniBrowser stores nothing on disk when it
 * is automated.
 */
export async function startWebkit(
  profile: string,
  { isPrivate, quota, preference }: BrowserOptions,
): Promise<BrowserDriver> {
  requireWebkit()
  const display = run('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'])
  await display.waitForOutput(/\d+\n/)
  const port = await freePort()
  const driver = run('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${/(\d+)\n/.exec(display.output())?.[1]}`,
    GDK_BACKEND: 'x11',
    // WebKit's sandbox does not start for the root user.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  await eventually(async () => void (await fetch(`http://127.0.0.1:${port}/status`)))
  const session = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'Parde tests',
        // “eager” blocks every command between DOMContentLoaded and load; `Tab` waits by itself.
        pageLoadStrategy: 'none',
        timeouts: { script: 120_000, pageLoad: 60_000 },
        'webkitgtk:browserOptions': {
          binary: resolve('tests/engines/webkitBrowser.py'),
          args: [
            ...(isPrivate ? [] : [`--folder=${profile}`]),
            ...(quota === undefined ? [] : [`--quota=${quota}`]),
            ...(preference === 'reduced-motion' ? ['--reduced-motion'] : []),
          ],
        },
      }),
    )
    .build()
  let current = await session.getWindowHandle()
  let isFirst = true

  /** Commands of a session go to its current window, so those of two tabs must not mix. */
  let last: Promise<unknown> = Promise.resolve()
  function inTab<Result>(handle: string, work: () => Promise<Result>): Promise<Result> {
    const next = last.then(async () => {
      if (current !== handle) await session.switchTo().window(handle)
      current = handle
      return work()
    })
    last = next.catch(() => undefined)
    return next
  }

  function tabOf(handle: string): TabDriver {
    return {
      navigate: (address) => inTab(handle, () => session.get(address)),
      async evaluate(work, ...args) {
        const source = `const done = arguments[arguments.length - 1]
          Promise.resolve().then(() => (${work})(...arguments[0])).then(
            (value) => done({ value }), (error) => done({ error: String(error) }))`
        const answer = await inTab(handle, () =>
          session.executeAsyncScript<{ value?: never; error?: string }>(source, args),
        )
        if (answer.error !== undefined) throw new Error(answer.error)
        return (answer.value ?? undefined) as never
      },
      clickOn: (target) =>
        inTab(handle, async () => {
          const element = await session.executeScript(`return (${findVisible})(arguments[0])`, target)
          if (!(element instanceof WebElement)) throw new Error(`no visible element matches ${JSON.stringify(target)}`)
          await element.click()
        }),
      type: (text) => inTab(handle, () => session.actions().sendKeys(text).perform()),
      press: (key, modifier) =>
        inTab(handle, () => {
          const actions = session.actions()
          if (!modifier) return actions.sendKeys(CODES[key]).perform()
          return actions.keyDown(Codes.SHIFT).sendKeys(CODES[key]).keyUp(Codes.SHIFT).perform()
        }),
      screenshot: () => inTab(handle, async () => Buffer.from(await session.takeScreenshot(), 'base64')),
      resize: (size) => inTab(handle, async () => void (await session.manage().window().setRect(size))),
      show: () => inTab(handle, async () => undefined),
      close: () => inTab(handle, () => session.close()),
    }
  }

  async function stop() {
    await driver.end()
    await display.end()
  }

  return {
    async newTab() {
      if (isFirst) {
        isFirst = false
        return tabOf(current)
      }
      await last
      await session.switchTo().newWindow('tab')
      current = await session.getWindowHandle()
      return tabOf(current)
    },
    async kill() {
      killProcesses(profile)
      await stop()
    },
    async close() {
      await session.quit()
      await stop()
    },
  }
}
