import { testPart } from './part.ts'

testPart(102)
