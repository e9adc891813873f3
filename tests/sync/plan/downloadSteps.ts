import type { Fate } from './plan.ts'

type OnScreen = { device: number; in: 'page' | 'tab'; after: number }

/** Actions of a user. */
export type UserStep = Exclude<
  DownloadStep,
  { do: 'complete downloads' | 'watched download' | 'raise limit' | 'meanwhile' | 'apply rules' | 'wait' }
>

/** Steps about downloads and the rules of series. `nth`, `from`, `to`: a download of the list. */
export type DownloadStep =
  | (OnScreen & { do: 'set rule'; series: number; count: number; quality: number })
  | (OnScreen & { do: 'end rule'; series: number })
  | (OnScreen & { do: 'delete download'; nth: number })
  /** an episode of the second series, or the film (the last `nth`), by the user's request; `version`: one of its files */
  | (OnScreen & { do: 'add download'; nth: number; version: number; quality: number })
  /** all episodes of a series, by the user's request */
  | (OnScreen & { do: 'add season'; series: number; version: number })
  | (OnScreen & { do: 'move download'; from: number; to: number })
  | (OnScreen & { do: 'clear downloads' })
  /** `bytes` 0: no limit */
  | (OnScreen & { do: 'limit downloads'; bytes: number })
  /** the films of all downloads are fetched, as far as the limit allows */
  | { do: 'complete downloads'; device: number; in: 'page' | 'tab' }
  /** a complete automatic download (with a rule of its own if there is none) is watched, and passes follow at once and days later */
  | { do: 'watched download'; device: number; in: 'page' | 'tab'; nth: number; days: number; isUnwatched: boolean }
  /** a limit that stops downloads is raised (`bytes` 0: removed), and the tab is killed after so many commits and requests */
  | (OnScreen & { do: 'raise limit'; nth: number; bytes: number; boundary: number })
  /** the user acts while a pass waits for the server's files */
  | { do: 'meanwhile'; device: number; in: 'page' | 'tab'; user: UserStep }
  /**
   * a pass of the rules, or one in the page and one in the tab. `meets`: the fate of the files calls; null: they stay in flight.
   * `boundary`: the process is killed after so many commits and requests
   */
  | (OnScreen & { do: 'apply rules'; isInBoth: boolean; meets: Fate | null; boundary: number | null })
  /** a position in an episode, or the user's flag; `remove`: the series leaves the history */
  | (OnScreen & { do: 'watch episode'; episode: number; how: WaysToWatch })
  /** all clocks advance while the apps are closed */
  | { do: 'wait'; days: number }

export type WaysToWatch = 'finish' | 'begin' | 'mark' | 'unmark' | 'unflag' | 'remove'

const DOWNLOAD_STEPS = [
  ...['set rule', 'end rule', 'delete download', 'add season', 'move download', 'clear downloads'],
  ...['limit downloads', 'complete downloads', 'apply rules', 'watch episode', 'wait'],
  ...['watched download', 'meanwhile', 'add download', 'raise limit'],
]
export function isDownloadStep(step: { do: string }): step is DownloadStep {
  return DOWNLOAD_STEPS.includes(step.do)
}
