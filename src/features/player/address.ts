/** Maximum digits of an id; file ids are the longest. */
const LONGEST = 16

/** Parses the file, episode or title id from a player address; undefined when it cannot be an id. */
export function readWatchId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && text.length <= LONGEST && Number.isSafeInteger(id) ? id : undefined
}
