/** Bounds of the creation and update times, in milliseconds, inclusive. */
export interface TimeBounds {
  readonly created_after?: number | undefined
  readonly created_before?: number | undefined
  readonly updated_after?: number | undefined
  readonly updated_before?: number | undefined
}

export interface ListOrder {
  readonly sort_by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly sort_order: 'asc' | 'desc'
}

export interface ListPage extends ListOrder {
  /** The first page is 1. */
  readonly page: number
  readonly per_page: number
}

export const rowsOfPage = ({ page, per_page }: Pick<ListPage, 'page' | 'per_page'>) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})
