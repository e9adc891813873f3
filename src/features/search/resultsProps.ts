/** Props that the results of both tabs take from the search around them. */
export interface ResultsProps {
  /** id of the listbox; the ids of its options begin with it */
  list: string
  query: string
  /** The debounced query, which the server searches for. */
  settled: string
  activeId: string | undefined
  isMobile: boolean
  /** The user is about to choose a result: the shown results keep their order. */
  isHeld: boolean
  /** Reports the ids of the current options, in order. */
  onOptions: (ids: string[]) => void
  /** Runs when the user opens a result. */
  onChosen: () => void
}
