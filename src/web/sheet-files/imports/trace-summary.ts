import type { Answer } from '../../api/index.ts'
import { counted } from '../../design/values.ts'

type Outline = Pick<Answer<'readTraceOutline'>, 'span_count' | 'status'> & {
  readonly spans: readonly Pick<
    Answer<'readTraceOutline'>['spans'][number],
    'name' | 'parent_id' | 'request_log_id'
  >[]
}

/** A trace in one line: its name and its size. */
export function traceSummary({ spans, span_count, status }: Outline): string {
  const root = spans.find(({ parent_id }) => parent_id === null) ?? spans[0]
  const calls = spans.filter(({ request_log_id }) => request_log_id !== null).length
  return [
    root?.name,
    counted(span_count, 'span'),
    calls > 0 && `${counted(calls, 'model call')}${spans.length < span_count ? ' so far' : ''}`,
    spans.length < span_count && `the first ${spans.length.toLocaleString('en')} are shown`,
    status === 'open' && 'still open',
  ]
    .filter(Boolean)
    .join(', ')
}
