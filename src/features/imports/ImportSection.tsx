import { useImports } from '#data/react/syncHooks.ts'
import { importText } from '#text/imports.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { FoundList } from './FoundList.tsx'
import { ImportReport } from './ImportReport.tsx'
import styles from './ImportSection.module.css'
import { useImporting } from './useImporting.ts'
import type { Picker } from './usePicker.ts'

/**
 * Imports a list from another service. Imports run in the background, and each report stays until the user dismisses
 * it.
 */
export function ImportSection() {
  const { step, picker, choose, cancel, start } = useImporting()
  const imports = useImports()
  return (
    <div id="import">
      <Section title={importText.title} note={importText.intro}>
        {step.state === 'wrong' && <FormAlert>{step.why}</FormAlert>}
        {(step.state === 'idle' || step.state === 'wrong') && <Chooser picker={picker} onChoose={choose} />}
        {step.state === 'reading' && (
          <div className={styles.step} role="status">
            <p>{importText.reading(step.name)}</p>
            <progress className={styles.progress} max={1} value={step.part} aria-label={importText.readingOf} />
            <Button look="plain" onClick={cancel}>
              {importText.cancel}
            </Button>
          </div>
        )}
        {(step.state === 'found' || step.state === 'saving') && (
          <FoundList found={step} isSaving={step.state === 'saving'} onStart={start} onCancel={cancel} />
        )}
        {imports && imports.length > 0 && (
          <ul className={styles.reports}>
            {imports.map((one) => (
              <li key={one.importId}>
                <ImportReport state={one} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function Chooser({ picker, onChoose }: { picker: Picker; onChoose: (file: File) => void }) {
  return (
    <>
      <label className={styles.choose}>
        {importText.choose}
        <input
          type="file"
          className="sr-only"
          accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
          ref={picker.input}
          onClick={picker.open}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Allows choosing the same file again after the user corrected it.
            target.value = ''
            if (file) onChoose(file)
            else picker.close()
          }}
        />
      </label>
      <details className={styles.how}>
        <summary>{importText.how}</summary>
        <ul>
          {importText.steps.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
