import { expect, test } from 'vitest'
import { hasOnlyArrivalParameters } from '#contract/arrivalParameters.ts'

test.each([
  '',
  '?',
  '?r=ad',
  '?r=%D8%AF%D9%88%D8%B3%D8%AA',
  '?utm_source=x&utm_medium=y',
  '?fbclid=IwAR0_x&r=a',
  '?gclid&',
])('“%s” carries only a referral', (search) => expect(hasOnlyArrivalParameters(search)).toBe(true))

test.each([
  '?q=x',
  '?type=movie&utm_source=x',
  '?r=ad&page=2',
  '?rr=1',
  '?R=1',
  '?utm_=x',
  '?=x',
  '?utm_source[]=x',
  '?%72=x',
])('“%s” may carry state of the screen', (search) => expect(hasOnlyArrivalParameters(search)).toBe(false))
