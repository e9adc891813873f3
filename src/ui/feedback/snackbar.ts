/** A short message about something that just happened, at the bottom of the screen. */
interface Snackbar {
  text: string
  /** One action, such as undo; it closes the snackbar. */
  action?: { label: string; act: () => void } | undefined
  /** Label of a button that closes the snackbar without the action. The snackbar then stays until it is answered. */
  decline?: string | undefined
  tone?: 'plain' | 'warning' | undefined
  /** Id under which the server logged a failure. */
  requestId?: string | undefined
}

/** The visible snackbar; `id` distinguishes it from earlier ones. */
export type ShownSnackbar = Snackbar & { id: number }

/** Creates the snackbar of one window. */
function createSnackbar() {
  let shown: ShownSnackbar | undefined
  let lastId = 0
  const listeners = new Set<() => void>()

  /** Shows a snackbar in place of the current one and returns its id. Works before the component is mounted. */
  function showSnackbar(snackbar: Snackbar): number {
    lastId += 1
    shown = { ...snackbar, id: lastId }
    notifyListeners()
    return lastId
  }

  /** Closes this snackbar; a newer one stays. */
  function dismissSnackbar(id: number) {
    if (shown?.id !== id) return
    shown = undefined
    notifyListeners()
  }

  function currentSnackbar(): ShownSnackbar | undefined {
    return shown
  }

  function watchSnackbar(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function notifyListeners() {
    for (const listener of listeners) listener()
  }

  return { showSnackbar, dismissSnackbar, currentSnackbar, watchSnackbar }
}

/** The snackbar of this window, which has one place for it at the bottom. */
export const { showSnackbar, dismissSnackbar, currentSnackbar, watchSnackbar } = createSnackbar()
