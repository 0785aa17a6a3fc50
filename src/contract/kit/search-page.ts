import { z } from 'zod'

/** The page of a search in an answer. Unless `total_is_exact`, `total` is a lower bound. */
export const searchPage = {
  page: z.int(),
  pages: z.int(),
  per_page: z.int(),
  total: z.int(),
  total_is_exact: z.boolean(),
  has_next: z.boolean(),
  has_prev: z.boolean(),
  next_num: z.int().nullable(),
  prev_num: z.int().nullable(),
  next_cursor: z.string().nullable(),
}
