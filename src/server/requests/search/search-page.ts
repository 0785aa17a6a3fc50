import { Refusal } from '../../../engine/refusal.ts'

/** The number of all rows of a search, as far as it was counted. */
export interface Total {
  readonly atLeast: number
  readonly isExact: boolean
}

/** The largest offset of a page, and the largest total. */
export const maxDepth = 10_000

/** @throws Refusal `bad_request` if the page goes beyond `maxDepth`. */
export function requireDepth(depth: number, rows: 'requests' | 'traces'): void {
  if (depth > maxDepth)
    throw new Refusal(
      'bad_request',
      `page: pages reach only the first ${maxDepth} ${rows}; continue with a cursor`,
      {
        path: 'page',
      },
    )
}

interface Page {
  readonly page: number
  readonly perPage: number
  readonly total: Total
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** The fields of an answer that describe its page. */
export const presentPage = ({ page, perPage, total, nextCursor }: Page) => ({
  page,
  pages: Math.ceil(total.atLeast / perPage),
  per_page: perPage,
  total: total.atLeast,
  total_is_exact: total.isExact,
  has_next: nextCursor !== null,
  has_prev: page > 1,
  next_num: nextCursor === null ? null : page + 1,
  prev_num: page > 1 ? page - 1 : null,
  next_cursor: nextCursor,
})
