import { testModel } from './modelTest.ts'

testModel(101)
