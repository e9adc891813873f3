/** Longer ids are none; files have the longest. */
const LONGEST = 16

/** The id in an address of the player: a file's, an episode's or a title's; nothing for what can be none of them. */
export function readWatchId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && text.length <= LONGEST && Number.isSafeInteger(id) ? id : undefined
}
