/** A gap between page numbers. */
export const GAP = 'gap'

/** The page numbers a pager offers: the first, the last, the current one and its neighbours, gaps where more are left out. */
export function pageNumbers(current: number, last: number): (number | typeof GAP)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(wanted)].sort((one, other) => one - other)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? page - 1
    if (page - before === 1) return [page]
    // A gap of one is no shorter than the number itself.
    return page - before === 2 ? [page - 1, page] : [GAP, page]
  })
}
