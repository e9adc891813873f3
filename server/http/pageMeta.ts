import type { PageMeta } from '#contract/shapes.ts'

/** The `meta` of one page of a list. A page after the last one is empty. */
export function pageMeta({ page, perPage, total }: { page: number; perPage: number; total: number }): PageMeta {
  const from = (page - 1) * perPage + 1
  const isEmpty = from > total
  return {
    currentPage: page,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    total,
    from: isEmpty ? null : from,
    to: isEmpty ? null : Math.min(total, page * perPage),
  }
}
