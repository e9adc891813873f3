import { MUTANTS, type Mutant } from './mutants.ts'

/** Faults in what came after the sync page's eight: calls that carry many, entries of an older format, lists without `since`. */
const MORE: Mutant[] = [
  {
    name: 'a batch refused as a whole ends its entries',
    patches: [
      {
        file: 'src/data/sync/batch.ts',
        from: 'return { ...attemptOf(going.map(({ entry }) => ({ entry, released: true, unsure }))), batchRefused: true }',
        to: 'return attemptOf(going.map(({ entry, kind }) => ({ entry, kind, gone: true })))',
      },
    ],
  },
  {
    name: 'of a batch the first answer is taken for all',
    patches: [{ file: 'src/data/sync/batch.ts', from: 'answers.get(one.entry.key)', to: 'data[0]' }],
  },
  {
    name: 'what an older version queued cannot be read',
    patches: [{ file: 'src/data/sync/migrate.ts', from: 'payload = step(payload)', to: 'payload = undefined' }],
  },
  {
    name: 'a list without changes is not compared',
    patches: [{ file: 'src/data/sync/pull.ts', from: 'await base.bulkDelete(gone.map(sketch.rowKey))', to: '' }],
  },
]

/** Every fault that the model must find. */
export const ALL_MUTANTS: readonly Mutant[] = [...MUTANTS, ...MORE]
