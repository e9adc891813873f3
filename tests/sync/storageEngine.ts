/** fake-indexeddb as the world runs it: a bundle of its own, so that its tasks are the world's tasks. */
export { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb'
