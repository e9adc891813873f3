import { expect, test } from 'vitest'
import {
  type AccountValues,
  checkForgotten,
  checkLogin,
  checkPasswordChange,
  checkRegistration,
  checkReset,
  EMPTY_VALUES,
  fieldErrors,
} from '#features/account/form/accountForm.ts'

const good: AccountValues = {
  ...EMPTY_VALUES,
  name: 'سارا کریمی',
  email: 'sara@example.com',
  password: 'a long enough one',
  passwordConfirmation: 'a long enough one',
}
const errorsOf = (values: Partial<AccountValues>) => {
  const checked = checkRegistration({ ...good, ...values })
  return checked.ok ? {} : checked.errors
}

test('turns a valid registration form into the request of the contract', () => {
  const checked = checkRegistration({ ...good, name: '  سارا کریمی ', email: ' Sara@Example.com ' })
  const { name, email, password, passwordConfirmation } = good
  expect(checked).toEqual({ ok: true, form: { name, email, password, passwordConfirmation } })
})

test('reports each empty field', () => {
  const errors = errorsOf({ name: ' ', email: '', password: '', passwordConfirmation: '' })
  expect(errors.name).toBe('این بخش را پر کنید.')
  expect(errors.email).toBe('این بخش را پر کنید.')
  expect(errors.password).toBe('این بخش را پر کنید.')
})

test('accepts Persian digits in an e-mail address', () => {
  const checked = checkLogin({ ...good, email: 'sara۱۴۰۱@example.com' })
  expect(checked).toMatchObject({ ok: true, form: { email: 'sara1401@example.com' } })
})

test('sends only the fields that the form is about', () => {
  const typed = { ...good, currentPassword: 'the old one' }
  const { email, password, passwordConfirmation } = good
  expect(checkForgotten(typed)).toEqual({ ok: true, form: { email } })
  expect(checkReset(typed, 'token')).toEqual({
    ok: true,
    form: { token: 'token', email, password, passwordConfirmation },
  })
  expect(checkPasswordChange(typed)).toEqual({
    ok: true,
    form: { currentPassword: 'the old one', password, passwordConfirmation },
  })
})

test('checks each field of a password change', () => {
  const checked = checkPasswordChange({ ...EMPTY_VALUES, password: 'short', passwordConfirmation: 'other' })
  expect(checked.ok ? {} : Object.keys(checked.errors).toSorted()).toEqual([
    'currentPassword',
    'password',
    'passwordConfirmation',
  ])
})

test('keeps the password exactly as typed', () => {
  const password = ' ۱۲۳۴۵۶۷۸ '
  expect(checkLogin({ ...good, password })).toMatchObject({ ok: true, form: { password } })
})

test.each<[Partial<AccountValues>, keyof AccountValues, string]>([
  [{ email: 'sara@' }, 'email', 'یک نشانی ایمیل درست بنویسید.'],
  [{ email: 'سارا' }, 'email', 'یک نشانی ایمیل درست بنویسید.'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'email', 'یک نشانی ایمیل درست بنویسید.'],
  [{ name: 'س' }, 'name', 'نام باید دست‌کم ۲ نویسه باشد.'],
  [{ name: 'س'.repeat(61) }, 'name', 'نام باید حداکثر ۶۰ نویسه باشد.'],
  [{ password: 'short', passwordConfirmation: 'short' }, 'password', 'گذرواژه باید دست‌کم ۸ نویسه باشد.'],
  [{ password: 'a'.repeat(201) }, 'password', 'گذرواژه باید حداکثر ۲۰۰ نویسه باشد.'],
  [{ passwordConfirmation: 'another one' }, 'passwordConfirmation', 'تکرار گذرواژه با گذرواژه یکی نیست.'],
])('%o is refused at %s', (values, field, sentence) => {
  expect(errorsOf(values)[field]).toBe(sentence)
})

test("places the server's errors at their fields in either spelling and returns the rest", () => {
  const { errors, rest } = fieldErrors(
    { email: ['این ایمیل هست.', 'دوم'], password_confirmation: ['یکی نیست.'], ref: ['معرف نیست.'], name: [] },
    ['name', 'email', 'password', 'passwordConfirmation'],
  )
  expect(errors).toEqual({ email: 'این ایمیل هست.', passwordConfirmation: 'یکی نیست.' })
  expect(rest).toEqual(['معرف نیست.'])
})
