import { useCallback, useState } from 'react'

/** The number of rows in words. A search counts up to a limit; the charts count all rows. */
export function useCount(
  first: { readonly total: number; readonly total_is_exact: boolean } | undefined,
  filters: string,
) {
  const [counted, setCounted] = useState<{ filters: string; count: number }>()
  const showCount = useCallback((count: number) => setCounted({ filters, count }), [filters])
  const { total = 0, total_is_exact = true } = first ?? {}
  const isCounted = !total_is_exact && counted?.filters === filters && counted.count > total
  const text = (isCounted ? counted.count : total).toLocaleString('en')
  return { count: first && (total_is_exact || isCounted ? text : `${text}+`), showCount }
}
