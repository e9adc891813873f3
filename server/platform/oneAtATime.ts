/** Makes a function that runs jobs one after the other, in the order in which they were given. */
export function oneAtATime(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last = Promise.resolve()
  return async (job) => {
    const before = last
    let end = () => {}
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    try {
      return await job()
    } finally {
      end()
    }
  }
}
