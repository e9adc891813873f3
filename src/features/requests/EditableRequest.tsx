import { type ReactNode, useState } from 'react'
import { type PendingRequest, reviseRequest } from '#data/areas/pendingRequests.ts'
import { requestText } from '#text/requests.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { RequestForm } from './RequestForm.tsx'
import styles from './RequestItem.module.css'
import { fieldErrors, valuesOf } from './requestForm.ts'

/** A request that has not reached the server: its `children`, or the form that edits it. */
export function EditableRequest({
  change: { key, request, failure },
  children,
}: {
  change: PendingRequest
  children: (edit: () => void) => ReactNode
}) {
  const [isEdited, setEdited] = useState(false)
  if (!isEdited) return children(() => setEdited(true))
  const { errors, rest } = fieldErrors(failure?.fields ?? {})
  const close = () => setEdited(false)
  return (
    <div className={styles.edited}>
      <RequestForm
        initial={valuesOf(request)}
        wrong={errors}
        alert={rest.length > 0 ? rest.join(' ') : undefined}
        submit={requestText.save}
        focused
        onSend={async (next) => {
          const isTaken = await reviseRequest(key, next)
          if (!isTaken) showSnackbar({ text: requestText.onItsWay })
          close()
          return isTaken
        }}
        onCancel={close}
      />
    </div>
  )
}
