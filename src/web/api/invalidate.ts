import { queryClient } from './query-client.ts'

/** Invalidates the queries under these keys. A text is a key with one part. */
export const invalidate = (...keys: readonly (string | readonly unknown[])[]): Promise<unknown> =>
  Promise.all(
    keys.map((key) => queryClient.invalidateQueries({ queryKey: typeof key === 'string' ? [key] : key })),
  )
