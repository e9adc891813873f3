export { Dexie, liveQuery } from 'dexie'
export { deviceDatabase } from './deviceDatabase.ts'
export { personalOf } from './personalDatabase.ts'
