/** Saves a text as a file with this name. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start reading only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
