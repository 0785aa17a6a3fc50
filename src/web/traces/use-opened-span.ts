import { useState } from 'react'
import { firstToRead, type OutlinedSpan } from './span-tree.ts'

/** Screens on which the details of a span leave room for the tree. */
const wideScreen = '(min-width: 80rem)'

/** The span whose details a trace opens with on wide screens, until they are closed. It stays while the trace grows. */
export function useOpenedSpan(traceId: string, spans: readonly OutlinedSpan[], isWhole: boolean) {
  const [opened, setOpened] = useState<{ traceId: string; spanId: string | undefined }>()
  if (isWhole && opened?.traceId !== traceId)
    setOpened({ traceId, spanId: matchMedia(wideScreen).matches ? firstToRead(spans) : undefined })
  return {
    opened: opened?.traceId === traceId ? opened.spanId : undefined,
    close: () => setOpened({ traceId, spanId: undefined }),
  }
}
