/** Maximum digits of an id; file ids are the longest. */
const MAX_DIGITS = 16

/** Parses the file, episode or title id from a player address; undefined when it cannot be an id. */
export function readWatchId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS && Number.isSafeInteger(id) ? id : undefined
}
