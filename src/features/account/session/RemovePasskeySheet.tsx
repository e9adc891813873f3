import { passkeysText } from '#text/passkeys.ts'
import actions from '#ui/controls/Actions.module.css'
import { Button } from '#ui/controls/Button.tsx'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './DevicesSection.module.css'

/** Asks for confirmation before removing a passkey, which cannot be undone. */
export function RemovePasskeySheet({
  open,
  onClose,
  name,
  isRemoving,
  onRemove,
}: {
  open: boolean
  onClose: () => void
  /** of the passkey */
  name: string
  isRemoving: boolean
  onRemove: () => void
}) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={passkeysText.removeAsk}
      footer={
        <div className={actions.actions}>
          <Button look="danger" busy={isRemoving ? passkeysText.removing : undefined} onClick={onRemove}>
            {passkeysText.removeYes}
          </Button>
          <Button onClick={onClose}>{passkeysText.removeNo}</Button>
        </div>
      }
    >
      <p className={styles.note}>{passkeysText.removeNote(name)}</p>
    </Sheet>
  )
}
