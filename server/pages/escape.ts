/** Signs that turn the direction of all that follows. The joiners of Persian spelling are none of them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A text as it may stand in an attribute or between tags. */
export function escaped(text: string): string {
  return (
    text
      .replace(TURNING, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  )
}

/** JSON in which nothing can end the element it stands in, and nothing turns what stands around it. */
export function dataText(value: object): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? one.replace(TURNING, '') : one)).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
