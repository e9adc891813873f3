import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type NewRequest, REQUEST_NAME_MAX } from '#contract/requests.ts'
import { TITLE_TYPES } from '#contract/titleCards.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { requestText } from '#text/requests.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { Themed } from '#ui/theme/Themed.tsx'
import { CatalogueMatches } from './CatalogueMatches.tsx'
import styles from './RequestForm.module.css'
import {
  checkRequest,
  convertedYear,
  isBlank,
  NO_VALUES,
  REQUEST_FIELDS,
  type RequestErrors,
  type RequestField,
  type RequestValues,
} from './requestForm.ts'

const TYPES = TITLE_TYPES.map((value) => ({ value, label: requestText.types[value] }))

/** Requests a title. Calls `onTyped` on every change; repeated submits send one request. */
export function RequestForm({
  initial,
  wrong = {},
  alert,
  submit,
  focused = false,
  onTyped,
  onSend,
  onCancel,
}: {
  initial: RequestValues
  /** validation errors from the server */
  wrong?: RequestErrors
  alert?: ReactNode
  submit: string
  /** Focuses the first field when mounted, because the user opened the form. */
  focused?: boolean
  onTyped?: (values: RequestValues) => void
  /** Returns whether the request was queued. Throws when the device cannot store it. */
  onSend: (request: NewRequest) => Promise<boolean>
  onCancel?: () => void
}) {
  const change = useMutationAction()
  const reachable = useReachable()
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState(wrong)
  const [isRecorded, setRecorded] = useState(false)
  const isSending = useRef(false)
  const inputs = useRef(new Map<RequestField, HTMLInputElement>())
  const first = useRef(REQUEST_FIELDS.find((field) => wrong[field] !== undefined) ?? 'name')

  useEffect(() => {
    if (focused) inputs.current.get(first.current)?.focus()
  }, [focused])

  function write(next: RequestValues) {
    setValues(next)
    setRecorded(false)
    onTyped?.(next)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    const checked = checkRequest(values)
    setErrors(checked.ok ? {} : checked.errors)
    if (!checked.ok) {
      const field = REQUEST_FIELDS.find((one) => checked.errors[one] !== undefined)
      if (field) inputs.current.get(field)?.focus()
      return
    }
    isSending.current = true
    await change(async () => {
      if (!(await onSend(checked.request))) return
      setValues(NO_VALUES)
      setRecorded(true)
    }).finally(() => {
      isSending.current = false
    })
  }

  const field = (name: RequestField) => ({
    name,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    inputRef: (input: HTMLInputElement | null) => {
      if (input) inputs.current.set(name, input)
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      write({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })

  const converted = convertedYear(values.year)
  return (
    <Themed>
      <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {alert !== undefined && <FormAlert>{alert}</FormAlert>}
        <div>
          <TextInput {...field('name')} label={requestText.name} hint={requestText.nameHint} enterKeyHint="next" />
          {!onCancel && <CatalogueMatches name={[...values.name].slice(0, REQUEST_NAME_MAX).join('')} />}
        </div>
        <div>
          <p className={styles.label} aria-hidden="true">
            {requestText.type}
          </p>
          <SegmentedControl
            label={requestText.type}
            options={TYPES}
            value={values.type}
            onChange={(type) => write({ ...values, type })}
          />
        </div>
        <TextInput
          {...field('year')}
          label={requestText.year}
          hint={converted === undefined ? requestText.yearHint : requestText.yearConverted(converted)}
          optional
          inputMode="numeric"
          enterKeyHint="next"
        />
        <TextInput
          {...field('imdb')}
          label={requestText.imdb}
          hint={<bdi dir="ltr">imdb.com/title/tt0111161</bdi>}
          optional
          ltr
          inputMode="url"
          enterKeyHint="next"
        />
        <TextInput {...field('note')} label={requestText.note} hint={requestText.noteHint} optional lines={3} />
        <div className={styles.actions}>
          <Button look={isBlank(values) ? 'quiet' : 'solid'} type="submit" wide={!onCancel}>
            {submit}
          </Button>
          {onCancel && (
            <Button look="plain" onClick={onCancel}>
              {requestText.cancel}
            </Button>
          )}
        </div>
        {!onCancel && (
          <p className={styles.saved} role="status">
            {isRecorded && (reachable ? requestText.recorded : requestText.recordedOffline)}
          </p>
        )}
      </form>
    </Themed>
  )
}
