import type { BackgroundFetchRegistration } from '#data/platform/backgroundFetch.ts'

class FakeRegistration extends EventTarget implements BackgroundFetchRegistration {
  result = '' as const
  downloaded = 0
  constructor(
    readonly id: string,
    readonly requests: Request[],
    readonly downloadTotal: number,
    private readonly end: () => boolean,
  ) {
    super()
  }

  async abort() {
    return this.end()
  }

  /** Fails responses beyond `downloadTotal`, as Background Fetch does. */
  async matchAll() {
    return this.requests.map((request) => ({ request, responseReady: this.fetchWithin(request) }))
  }

  private async fetchWithin({ url }: Request): Promise<Response> {
    const response = await fetch(url, { credentials: 'omit' })
    this.downloaded += (await response.clone().arrayBuffer()).byteLength
    if (this.downloaded > this.downloadTotal) throw new TypeError('download-total-exceeded')
    return response
  }
}

/** Background Fetch, which jsdom lacks: each registration fetches its requests when the test reads them. */
export function installBackgroundFetch({ isDenied = false } = {}) {
  const registrations = new Map<string, FakeRegistration>()
  const backgroundFetch = {
    async fetch(id: string, requests: Request[], { downloadTotal }: { downloadTotal: number }) {
      if (isDenied) throw new TypeError('This origin does not have permission to start a fetch.')
      const registration = new FakeRegistration(id, requests, downloadTotal, () => registrations.delete(id))
      registrations.set(id, registration)
      return registration
    },
    get: async (id: string) => registrations.get(id),
    getIds: async () => [...registrations.keys()],
  }
  const serviceWorker = { getRegistration: async () => ({ backgroundFetch }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return registrations
}
