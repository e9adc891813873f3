export { Dexie, liveQuery } from 'dexie'
export { deviceDatabase } from './deviceDatabase.ts'
export { openPersonalDatabase } from './personalDatabase.ts'
