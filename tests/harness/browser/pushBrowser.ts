import type { Browser } from '#tests/harness/network/pushService.ts'

/** Fakes of the browser APIs that jsdom lacks: notification permission and push subscriptions. */
export interface PushBrowser {
  permission: 'default' | 'granted' | 'denied'
  /** The user's answer to the permission prompt. */
  promptAnswer: 'granted' | 'denied' | 'default'
  /** Whether subscribing fails because the push service is unreachable. */
  isBroken: boolean
  /** Every subscription so far. The last one is active unless `ended`. */
  subscriptions: { endpoint: string; key: string; ended: boolean }[]
  remove(): void
}

export function installPushBrowser(createSubscription: () => Browser['subscription']): PushBrowser {
  const browser: PushBrowser = {
    permission: 'default',
    promptAnswer: 'granted',
    isBroken: false,
    subscriptions: [],
    remove() {
      Reflect.deleteProperty(globalThis, 'Notification')
      Reflect.deleteProperty(globalThis.navigator, 'serviceWorker')
    },
  }
  let current: object | null = null
  const pushManager = {
    getSubscription: async () => current,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      if (browser.isBroken) throw new DOMException('Registration failed', 'AbortError')
      const { endpoint, keys } = createSubscription()
      const subscription = { endpoint, key: Buffer.from(applicationServerKey).toString('base64url'), ended: false }
      browser.subscriptions.push(subscription)
      current = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        async unsubscribe() {
          subscription.ended = true
          current = null
          return true
        },
      }
      return current
    },
  }
  Object.defineProperty(globalThis, 'Notification', {
    configurable: true,
    value: {
      get permission() {
        return browser.permission
      },
      async requestPermission() {
        if (browser.permission === 'default') browser.permission = browser.promptAnswer
        return browser.permission
      },
    },
  })
  Object.defineProperty(globalThis.navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }), ready: new Promise(() => undefined) },
  })
  return browser
}
