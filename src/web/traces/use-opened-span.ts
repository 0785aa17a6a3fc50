import { useState } from 'react'
import { failuresOf, type Outlined } from './span-tree.ts'

/** Screens on which the details of a span leave room for the tree. */
const wideScreen = '(min-width: 80rem)'

/** The span to read first: where a failure began, else the last model call, which has the whole conversation. */
export function firstToRead(spans: readonly Outlined[]): string | undefined {
  const calls = spans.filter(({ request_log_id }) => request_log_id !== null)
  const lastCall = calls.reduce<Outlined | undefined>(
    (last, call) => (last && last.started_at > call.started_at ? last : call),
    undefined,
  )
  return (failuresOf(spans)[0] ?? lastCall ?? spans[0])?.span_id
}

/** The span whose details a trace opens with on wide screens, until they are closed. It stays while the trace grows. */
export function useOpenedSpan(traceId: string, spans: readonly Outlined[], isWhole: boolean) {
  const [opened, setOpened] = useState<{ traceId: string; spanId: string | undefined }>()
  if (isWhole && opened?.traceId !== traceId)
    setOpened({ traceId, spanId: matchMedia(wideScreen).matches ? firstToRead(spans) : undefined })
  return {
    opened: opened?.traceId === traceId ? opened.spanId : undefined,
    close: () => setOpened({ traceId, spanId: undefined }),
  }
}
