import { names } from '../../columns/values.ts'
import { Badge, Button, HeadedPanel } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import type { ReportColumn } from '../queries.ts'
import { isComputed } from './computed.ts'

interface Props {
  readonly columns: readonly ReportColumn[]
  readonly mayChange: boolean
  /** Called with the id of a column, or 0 for a new one. */
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
}

const wordOf = ({ column_type }: ReportColumn): string =>
  names[column_type as keyof typeof names] ?? (column_type === 'DATASET' ? 'Of the dataset' : column_type)

export function ColumnsPanel({ columns, mayChange, onOpen, onClose }: Props) {
  return (
    <HeadedPanel
      label="Columns"
      title="Columns"
      actions={
        mayChange && (
          <Button size="small" onClick={() => onOpen(0)}>
            <Plus />
            Add column
          </Button>
        )
      }
      onClose={onClose}
    >
      {!columns.some(isComputed) && (
        <p className="border-b p-4 text-ink-soft">
          Nothing is computed yet: add a column that runs a prompt over the rows, or that checks them.
        </p>
      )}
      <ol className="min-h-0 flex-1 overflow-auto">
        {columns
          .toSorted((a, b) => a.position - b.position)
          .map((column) => (
            <li key={column.id} className="border-b">
              <button
                type="button"
                disabled={!mayChange || !isComputed(column)}
                className="flex h-10 w-full items-center gap-2 px-4 text-left enabled:hover:bg-sunken"
                onClick={() => onOpen(column.id)}
              >
                <bdi className="min-w-0 flex-1 truncate font-medium">{column.name}</bdi>
                {column.is_part_of_score && <Badge tone="good">Scored</Badge>}
                <span className="text-small text-ink-soft">{wordOf(column)}</span>
              </button>
            </li>
          ))}
      </ol>
    </HeadedPanel>
  )
}
