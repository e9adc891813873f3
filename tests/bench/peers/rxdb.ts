import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { type BenchTitle, type Candidate, post, type Setup } from './peer.ts'

interface Row {
  key: string
  at: number
  title: BenchTitle
}

export async function open(setup: Setup): Promise<Candidate> {
  const database = await createRxDatabase({ name: 'rxdb-bench', storage: getRxStorageDexie(), multiInstance: false })
  const { saved } = await database.addCollections<{ saved: RxCollection<Row> }>({
    saved: {
      schema: {
        version: 0,
        primaryKey: 'key',
        type: 'object',
        properties: {
          key: { type: 'string', maxLength: 40 },
          at: { type: 'number', minimum: 0, maximum: 1e14, multipleOf: 1 },
          title: { type: 'object' },
        },
        required: ['key', 'at', 'title'],
        indexes: ['at'],
      },
    },
  })
  const row = (title: BenchTitle) => ({ key: crypto.randomUUID(), at: Date.now(), title })
  return {
    name: 'RxDB, Dexie storage',
    async save(title) {
      await saved.insert(row(title))
    },
    async send() {
      const replication = replicateRxCollection<Row, never>({
        collection: saved,
        replicationIdentifier: 'bench',
        live: false,
        retryTime: 1000,
        push: {
          batchSize: 100,
          // RxDB pushes batches; the app makes one call per document, concurrently within a batch.
          async handler(rows) {
            await Promise.all(rows.map(({ newDocumentState: { key, title } }) => post(setup, key, title.id)))
            return []
          },
        },
      })
      await replication.awaitInSync()
      await replication.cancel()
    },
    seen: () => saved.count().exec(),
    async fill(titles) {
      await saved.bulkInsert(titles.map(row))
    },
    first: async (count) => (await saved.find({ sort: [{ at: 'desc' }], limit: count }).exec()).length,
  }
}
