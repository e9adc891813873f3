/** A gap between page numbers. */
export const GAP = 'gap'

/** The page numbers of a pager: first, last, current and its neighbours, with gaps between them. */
export function pageNumbers(current: number, last: number): (number | typeof GAP)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(wanted)].sort((one, other) => one - other)
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? page - 1
    if (page - before === 1) return [page]
    // A gap that hides one number is no shorter than the number.
    return page - before === 2 ? [page - 1, page] : [GAP, page]
  })
}
