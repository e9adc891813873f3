import { useState } from 'react'
import { changeName } from '#data/session/profile.ts'
import { AccountFields } from '#features/account/form/AccountFields.tsx'
import { checkName } from '#features/account/form/accountForm.ts'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { accountText } from '#text/account.ts'
import { nameText } from '#text/profile.ts'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './Profile.module.css'

/** Form with the user's name. Each accepted name starts a new form. */
export function NameForm({ name }: { name: string }) {
  const [accepted, setAccepted] = useState<{ name: string; count: number }>()
  const shown = accepted?.name ?? name
  return (
    <section className={styles.section} aria-label={nameText.title}>
      <Form
        key={accepted?.count ?? 0}
        name={shown}
        done={(next) => {
          setAccepted((before) => ({ name: next, count: (before?.count ?? 0) + 1 }))
          showSnackbar({ text: nameText.done(next) })
        }}
      />
    </section>
  )
}

const FIELDS = ['name'] as const

function Form({ name, done }: { name: string; done: (name: string) => void }) {
  const form = useAccountForm({ fields: FIELDS, start: { name }, check: checkName, send: changeName, done })
  return (
    <AccountFields form={form} texts={nameText}>
      <TextInput {...form.field('name')} label={accountText.name} autoComplete="name" enterKeyHint="done" />
    </AccountFields>
  )
}
