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

/**
 * A line of text with its label above it, always in sight, and what is wrong with it or good to know below it. To be
 * rendered inside `Themed`.
 */
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
  /** For what is written in Latin whatever the page's language: addresses, passwords. */
  ltr?: boolean
  /** It may stay empty. */
  optional?: boolean
  /** More than one: a field for texts that grows with them. */
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
