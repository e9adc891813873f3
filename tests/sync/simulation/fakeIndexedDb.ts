/** Bundled apart from the data layer, so that fake-indexeddb schedules its tasks on the simulated task queue. */
export { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBTransaction } from 'fake-indexeddb'
