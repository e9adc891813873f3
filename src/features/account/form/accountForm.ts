import * as v from 'valibot'
import {
  type FieldProblem,
  Login,
  NAME_MAX,
  NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  Registration,
} from '#contract/account.ts'
import type { Schema } from '#contract/endpoint.ts'
import { Forgotten, PasswordChange, Reset } from '#contract/passwords.ts'
import { latinDigits } from '#contract/persian.ts'
import { AccountDeletion, EmailChange, FirstEmail, NameChange } from '#contract/profile.ts'
import { fieldProblemText } from '#text/account.ts'

export type AccountField = 'name' | 'email' | 'currentPassword' | 'password' | 'passwordConfirmation'
export type AccountValues = Record<AccountField, string>
/** The message below each field. */
export type FieldErrors = Partial<Record<AccountField, string>>

export type Checked<Form> = { ok: true; form: Form } | { ok: false; errors: FieldErrors }

export const EMPTY_VALUES: AccountValues = {
  name: '',
  email: '',
  currentPassword: '',
  password: '',
  passwordConfirmation: '',
}

/** Validates a login with the contract's schema. */
export function checkLogin(values: AccountValues): Checked<v.InferOutput<typeof Login>> {
  const { email, password } = values
  return check(Login, { email: latinDigits(email), password })
}

export function checkRegistration(values: AccountValues): Checked<v.InferOutput<typeof Registration>> {
  const { name, email, password, passwordConfirmation } = values
  return check(Registration, { name, email: latinDigits(email), password, passwordConfirmation })
}

export function checkForgotten({ email }: AccountValues): Checked<v.InferOutput<typeof Forgotten>> {
  return check(Forgotten, { email: latinDigits(email) })
}

/** `token`: from the mailed link. */
export function checkReset(values: AccountValues, token: string): Checked<v.InferOutput<typeof Reset>> {
  const { email, password, passwordConfirmation } = values
  return check(Reset, { token, email: latinDigits(email), password, passwordConfirmation })
}

export function checkPasswordChange(values: AccountValues): Checked<v.InferOutput<typeof PasswordChange>> {
  const { currentPassword, password, passwordConfirmation } = values
  return check(PasswordChange, { currentPassword, password, passwordConfirmation })
}

export function checkName({ name }: AccountValues): Checked<v.InferOutput<typeof NameChange>> {
  return check(NameChange, { name })
}

export function checkEmailChange({
  email,
  currentPassword,
}: AccountValues): Checked<v.InferOutput<typeof EmailChange>> {
  return check(EmailChange, { email: latinDigits(email), currentPassword })
}

export function checkDeletion({ currentPassword }: AccountValues): Checked<v.InferOutput<typeof AccountDeletion>> {
  return check(AccountDeletion, { currentPassword })
}

export function checkFirstEmail({ email }: AccountValues): Checked<v.InferOutput<typeof FirstEmail>> {
  return check(FirstEmail, { email: latinDigits(email) })
}

/** Maps the server's messages to the form's fields; `rest` are those of fields missing from this form. */
export function fieldErrors(fields: Record<string, string[]>, shown: readonly AccountField[]) {
  const errors: FieldErrors = {}
  const rest: string[] = []
  for (const [name, [sentence]] of Object.entries(fields)) {
    // Some backends send `password_confirmation`.
    const field = shown.find((one) => one === name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    if (sentence === undefined || sentence === '') continue
    if (field) errors[field] = sentence
    else rest.push(sentence)
  }
  return { errors, rest }
}

function check<Form>(schema: Schema<Form>, input: Partial<AccountValues> & { token?: string }): Checked<Form> {
  const read = v.safeParse(schema, input)
  if (read.success) return { ok: true, form: read.output }
  const errors: FieldErrors = {}
  for (const issue of read.issues) {
    const field = issue.path?.[0]?.key
    if (!isField(field) || errors[field] !== undefined) continue
    const blank = (input[field] ?? '').trim() === ''
    errors[field] = wordsOf(blank ? 'required' : issue.message)
  }
  return { ok: false, errors }
}

const LIMITS: Partial<Record<FieldProblem, number>> = {
  nameShort: NAME_MIN,
  nameLong: NAME_MAX,
  passwordShort: PASSWORD_MIN,
  passwordLong: PASSWORD_MAX,
}

function wordsOf(problem: string): string {
  const known: FieldProblem = isProblem(problem) ? problem : 'required'
  return fieldProblemText[known](LIMITS[known] ?? 0)
}

function isProblem(text: string): text is FieldProblem {
  return Object.hasOwn(fieldProblemText, text)
}

function isField(key: unknown): key is AccountField {
  return typeof key === 'string' && Object.hasOwn(EMPTY_VALUES, key)
}
