/** Characters that change the direction of the following text; Persian joiners are not among them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Escapes a text for an attribute or an element. */
export function escaped(text: string): string {
  return (
    text
      .replace(BIDI_CONTROLS, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  )
}

/** JSON for a script element: nothing in it can end the element or change the text direction. */
export function dataText(value: object): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? one.replace(BIDI_CONTROLS, '') : one,
  ).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
