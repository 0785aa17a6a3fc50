import { Badge } from '../design/index.ts'

/** The status of a span; nothing for most spans, which have none. */
export function SpanStatus({ status }: { status: string }) {
  const code = status.replace('StatusCode.', '')
  if (code === 'ERROR') return <Badge tone="bad">Error</Badge>
  return code === 'OK' ? <Badge tone="good">OK</Badge> : null
}
