import { Badge } from '../design/index.ts'

/** Most spans have no status. */
export function SpanStatus({ status }: { status: string }) {
  const code = status.replace('StatusCode.', '')
  if (code === 'ERROR') return <Badge tone="bad">Error</Badge>
  return code === 'OK' ? <Badge tone="good">OK</Badge> : null
}
