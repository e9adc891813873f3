import PouchDB from 'pouchdb-browser'
import { type BenchTitle, type Candidate, post, type Setup } from './peer.ts'

interface Saved {
  title: BenchTitle
  sent: boolean
}

export async function open(setup: Setup): Promise<Candidate> {
  const database = new PouchDB<Saved>('pouchdb-bench', { auto_compaction: true })
  await database.info()
  // Keys sort as text, so the newest is last.
  const row = (title: BenchTitle, sent: boolean) => ({
    _id: `${String(Date.now()).padStart(14, '0')}-${crypto.randomUUID()}`,
    title,
    sent,
  })
  return {
    name: 'PouchDB',
    async save(title) {
      await database.put(row(title, false))
    },
    /** PouchDB replicates only with CouchDB. For another server the app sends by itself, here four calls at a time. */
    async send() {
      for (;;) {
        const { rows } = await database.allDocs({ include_docs: true })
        const left = rows.flatMap(({ doc }) => (doc && !doc.sent ? [doc] : []))
        if (left.length === 0) return
        let lost = 0
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            for (let doc = left.shift(); doc; doc = left.shift()) {
              try {
                await post(setup, doc._id.slice(15), doc.title.id)
                await database.put({ ...doc, sent: true })
              } catch {
                // Stays unsent until the next round.
                lost += 1
              }
            }
          }),
        )
        if (lost > 0) await new Promise((next) => setTimeout(next, 1000))
      }
    },
    seen: async () => (await database.info()).doc_count,
    async fill(titles) {
      await database.bulkDocs(titles.map((title) => row(title, true)))
    },
    first: async (count) =>
      (await database.allDocs({ include_docs: true, descending: true, limit: count })).rows.length,
  }
}
