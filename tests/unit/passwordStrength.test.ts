import { expect, test } from 'vitest'
import { passwordStrength } from '#features/account/password/passwordStrength.ts'

test.each(['', '1', 'Xk9!vB2', 'سلام'])('«%s» is too short', (password) => {
  expect(passwordStrength(password)).toBe(0)
})

test.each(['12345678', 'aaaaaaaa', 'password1', 'qwertyuiop', 'abcdefgh', 'asdfasdf', 'ضصثقفغعه', 'parde1234'])(
  '%s is easy to guess',
  (password) => {
    expect(passwordStrength(password)).toBe(1)
  },
)

test("rates a password made from the user's name or e-mail address as weak", () => {
  expect(passwordStrength('sara.karimi1', ['Sara Karimi', 'sara.karimi@example.com'])).toBe(1)
  expect(passwordStrength('sara.karimi1')).toBeGreaterThan(1)
})

test.each(['correct horse battery staple', 'ماه آبی روی بام کهنه', 'vK7#pLq2!mZx9'])(
  '%s is very strong',
  (password) => {
    expect(passwordStrength(password)).toBe(4)
  },
)

test('never rates a password weaker when unpredictable characters are added', () => {
  let last = 0
  for (const password of ['trbmwxku', 'trbmwxku7', 'trbmwxku7!', 'trbmwxku7!Z', 'trbmwxku7!Zp4', 'trbmwxku7!Zp4dشب']) {
    const strength = passwordStrength(password)
    expect(strength).toBeGreaterThanOrEqual(last)
    last = strength
  }
})
