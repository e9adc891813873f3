/** Whether the last call to the server had an answer: the truth behind what the browser says of the network. */
let isSilent = false
const listeners = new Set<() => void>()

/** The server answered, whatever it said. */
export function noteAnswer() {
  turn(false)
}

/** Nobody answered, or somebody who is not our server. */
export function noteSilence() {
  turn(true)
}

export function isServerSilent(): boolean {
  return isSilent
}

export function watchReach(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function turn(silent: boolean) {
  if (isSilent === silent) return
  isSilent = silent
  for (const listener of listeners) listener()
}
