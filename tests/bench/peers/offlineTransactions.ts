import { createCollection, localOnlyCollectionOptions } from '@tanstack/db'
import { IndexedDBAdapter, NonRetriableError, startOfflineExecutor } from '@tanstack/offline-transactions'
import { type BenchTitle, type Candidate, HttpError, post, type Setup } from './peer.ts'

/** Reports when an entry is stored: the library's commit resolves only after the server's response. */
class ToldStorage extends IndexedDBAdapter {
  written: () => void = () => undefined
  override async set(key: string, value: string) {
    await super.set(key, value)
    this.written()
  }
}

/** The online detector; the bench decides when the network is available. */
const listeners = new Set<() => void>()
let online = false

export async function open(setup: Setup): Promise<Candidate> {
  const saved = createCollection(
    localOnlyCollectionOptions<BenchTitle, number>({ id: 'saved', getKey: (title) => title.id }),
  )
  const storage = new ToldStorage('offline-transactions', 'transactions')
  const executor = startOfflineExecutor({
    storage,
    collections: { saved },
    mutationFns: {
      async save({ transaction, idempotencyKey }) {
        for (const { modified } of transaction.mutations) {
          try {
            await post(setup, idempotencyKey, Number((modified as unknown as BenchTitle).id))
          } catch (failure) {
            // As its guide says, the app marks errors that a retry cannot fix.
            if (failure instanceof HttpError && failure.status >= 400 && failure.status < 500) {
              throw new NonRetriableError(failure.message)
            }
            throw failure
          }
        }
      },
    },
    onlineDetector: {
      subscribe(callback) {
        listeners.add(callback)
        return () => listeners.delete(callback)
      },
      notifyOnline: () => {
        for (const listener of listeners) listener()
      },
      isOnline: () => online,
      dispose: () => listeners.clear(),
    },
  })
  await executor.waitForInit()
  return {
    name: '@tanstack/offline-transactions',
    async save(title) {
      const transaction = executor.createOfflineTransaction({ mutationFnName: 'save', autoCommit: false })
      const stored = new Promise<void>((done) => {
        storage.written = done
      })
      transaction.mutate(() => saved.insert(title))
      transaction.commit().catch(() => undefined)
      await stored
    },
    async send() {
      online = true
      for (const listener of listeners) listener()
      while ((await executor.peekOutbox()).length > 0) await new Promise((next) => setTimeout(next, 50))
    },
    seen: async () => saved.size,
  }
}
