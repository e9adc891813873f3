/** Shares one run among concurrent callers. A call after its end runs again. */
export function singleFlight<Given extends unknown[], Result>(
  run: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let running: Promise<Result> | undefined
  return (...given) => {
    running ??= run(...given).finally(() => {
      running = undefined
    })
    return running
  }
}
