export { Dexie, liveQuery } from 'dexie'
export { deviceDatabase } from './deviceDatabase.ts'
export { closePersonal, PersonalDatabase, personalOf } from './personalDatabase.ts'
