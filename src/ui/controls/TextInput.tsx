import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import InputBase from '@mui/material/InputBase'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import styles from './TextInput.module.css'

type Native = Pick<
  ComponentProps<'input'>,
  'name' | 'value' | 'onChange' | 'type' | 'autoComplete' | 'inputMode' | 'enterKeyHint' | 'maxLength' | 'spellCheck'
>

/** Text field with a permanent label above it and its error or hint below it. Must be inside `Themed`. */
export function TextInput({
  label,
  error,
  hint,
  ltr = false,
  optional = false,
  lines = 1,
  end,
  inputRef,
  name,
  value,
  onChange,
  type = 'text',
  autoComplete,
  ...native
}: Native & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** For left-to-right input regardless of the page's language: addresses, passwords. */
  ltr?: boolean
  /** Not required. */
  optional?: boolean
  /** More than one line: a text area that grows with its content. */
  lines?: number
  /** A control at the field's end. */
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement> | undefined
}) {
  const id = useId()
  const below = error ?? hint
  return (
    <FormControl className={styles.field} error={error !== undefined} variant="standard">
      <FormLabel className={styles.label} htmlFor={id}>
        {label}
      </FormLabel>
      <InputBase
        className={styles.input}
        id={id}
        {...(name === undefined ? {} : { name })}
        {...(autoComplete === undefined ? {} : { autoComplete })}
        value={value}
        onChange={onChange}
        {...(lines > 1 ? { multiline: true, minRows: lines, maxRows: 12 } : { type })}
        endAdornment={end}
        inputRef={inputRef}
        slotProps={{
          input: {
            ...native,
            ...(ltr ? { dir: 'ltr', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {}),
            'aria-required': !optional,
            'aria-describedby': below === undefined ? undefined : `${id}-below`,
          },
        }}
      />
      {below !== undefined && (
        <FormHelperText className={styles.below} id={`${id}-below`} component="div">
          {below}
        </FormHelperText>
      )}
    </FormControl>
  )
}
