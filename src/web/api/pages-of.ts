export interface Page {
  readonly next_cursor: string | null
}

/** The options of a list that is read page by page. `readPage` gets no cursor for the first page. */
export const pagesOf = <Key extends readonly unknown[], OnePage extends Page>(
  queryKey: Key,
  readPage: (from: { readonly cursor?: string }, signal: AbortSignal) => Promise<OnePage>,
) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    readPage(pageParam === '' ? {} : { cursor: pageParam }, signal),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: Page) => next_cursor,
})
