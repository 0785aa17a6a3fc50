import { Badge, type Tone } from '../design/index.ts'
import type { Status } from './filter/filters.ts'

const styles: Record<Status, readonly [Tone, string]> = {
  SUCCESS: ['good', 'Success'],
  WARNING: ['warning', 'Warning'],
  ERROR: ['bad', 'Error'],
}

export const StatusBadge = ({ status }: { status: Status }) => {
  const [tone, word] = styles[status]
  return <Badge tone={tone}>{word}</Badge>
}
