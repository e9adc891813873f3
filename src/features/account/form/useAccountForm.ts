import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { NotStored } from '#data/database/durableWrite.ts'
import type { CallResult } from '#data/network/failures.ts'
import { reportError } from '#data/platform/reportError.ts'
import { deleteDraft, readDraft, storeDraft } from '#features/account/signIn/accountDraft.ts'
import { accountText } from '#text/account.ts'
import { failureText } from '#text/failures.ts'
import {
  type AccountField,
  type AccountValues,
  type Checked,
  EMPTY_VALUES,
  type FieldErrors,
  fieldErrors,
} from './accountForm.ts'

/**
 * State of an account form. Validates with the contract's schema, sends once despite repeated submits, and focuses the
 * first invalid field. The draft survives a reload in this tab.
 */
export function useAccountForm<Form, Data>({
  fields,
  start,
  check,
  send,
  done,
}: {
  /** in screen order */
  fields: readonly AccountField[]
  /** initial values */
  start?: Partial<AccountValues>
  check: (values: AccountValues) => Checked<Form>
  send: (form: Form) => Promise<CallResult<Data>>
  /** Called on success. Without it, screens react to the new session. */
  done?: (data: Data) => void
}) {
  const [values, setValues] = useState<AccountValues>(() => startValues(start))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [alert, setAlert] = useState<string>()
  const [requestId, setRequestId] = useState<string>()
  const [refused, setRefused] = useState<FieldErrors>({})
  const [sending, setSending] = useState(false)
  const sent = useRef(false)
  const inputs = useRef(new Map<AccountField, HTMLInputElement>())

  function complain(found: FieldErrors) {
    setErrors(found)
    const first = fields.find((field) => found[field] !== undefined)
    if (first) inputs.current.get(first)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sent.current) return
    // Browser autofill may change the fields without an event, so the values are read from the form.
    const typed = readFields(event.currentTarget, values)
    setValues(typed)
    const checked = check(typed)
    if (!checked.ok) return complain(checked.errors)
    sent.current = true
    setSending(true)
    setErrors({})
    setRefused({})
    setAlert(undefined)
    setRequestId(undefined)
    // Autofilled values are stored too: another account screen continues with them.
    storeDraft(typed)
    const answer = await send(checked.form).catch(storageFailure)
    if (answer.ok) {
      deleteDraft()
      return done?.(answer.data)
    }
    sent.current = false
    setSending(false)
    const { errors: byField, rest } = fieldErrors(answer.fields, fields)
    const nowhere = Object.keys(byField).length === 0
    if (answer.offline) setAlert(accountText.offline)
    else if (rest.length > 0) setAlert(rest.join(' '))
    else if (nowhere) setAlert(answer.error ?? failureText.default)
    setRequestId(answer.requestId)
    setRefused(byField)
    complain(byField)
  }

  /** Whether the server refused the value that a field still has, though the contract accepts it. */
  const isRefused = (name: AccountField) => refused[name] !== undefined && errors[name] === refused[name]

  /** Props of a field. */
  function field(name: AccountField) {
    return {
      name,
      value: values[name],
      error: errors[name],
      inputRef: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input)
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const next = { ...values, [name]: event.target.value }
        setValues(next)
        setErrors({ ...errors, [name]: undefined })
        storeDraft(next)
      },
    }
  }

  return { values, alert, requestId, sending, submit, field, isRefused }
}

export type AccountForm = ReturnType<typeof useAccountForm>

function startValues(start: Partial<AccountValues> = {}): AccountValues {
  const draft = readDraft()
  return { ...EMPTY_VALUES, name: draft.name || (start.name ?? ''), email: draft.email || (start.email ?? '') }
}

function readFields(form: HTMLFormElement, values: AccountValues): AccountValues {
  const typed = new FormData(form)
  const read = { ...values }
  for (const name of Object.keys(values) as AccountField[]) {
    const text = typed.get(name)
    if (typeof text === 'string') read[name] = text
  }
  return read
}

/** The server may have accepted the request although the device failed to store the result. */
function storageFailure(failure: unknown): Extract<CallResult<never>, { ok: false }> {
  if (!(failure instanceof NotStored)) reportError(failure)
  return {
    ok: false,
    error: failure instanceof NotStored ? accountText.notSaved : undefined,
    fields: {},
    offline: false,
  }
}
