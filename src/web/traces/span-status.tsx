import { Badge } from '../design/index.ts'

/** Most spans say nothing of how they ended. */
export function SpanStatus({ status }: { status: string }) {
  const code = status.replace('StatusCode.', '')
  if (code === 'ERROR') return <Badge tone="bad">Error</Badge>
  return code === 'OK' ? <Badge tone="good">OK</Badge> : null
}
