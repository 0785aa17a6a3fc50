import { Badge } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { isComputed } from '../grid/column.ts'
import type { Cell } from '../grid/row-store.ts'

const statuses = {
  STALE: ['Stale', 'warning'],
  QUEUED: ['Queued', 'neutral'],
  DISPATCHED: ['Running', 'note'],
  RUNNING: ['Running', 'note'],
  COMPLETED: ['Completed', 'good'],
  FAILED: ['Failed', 'bad'],
} as const

/** The state of a computed or answered cell. */
export function CellBadge({ column, cell: { status, value } }: { column: Column; cell: Cell }) {
  if (column.type === 'HUMAN')
    return value ? <Badge tone="good">Answered</Badge> : <Badge tone="warning">Not answered</Badge>
  if (!isComputed(column)) return null
  const [name, tone] = statuses[status]
  return <Badge tone={tone}>{name}</Badge>
}
