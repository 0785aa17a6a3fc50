import { useCallback } from 'react'

/** A stable function that reads the next page, if there is one and no page is being read. */
export const useMore = (canRead: boolean, read: () => unknown) =>
  useCallback(() => {
    if (canRead) void read()
  }, [canRead, read])
