import { Badge, Button, HeadedPanel, KindIcon } from '../../design/index.ts'
import { Plus } from '../../icons/index.ts'
import type { ReportColumn } from '../queries.ts'
import { typeLabelOf } from '../row-cells.ts'
import { isComputed } from './computed.ts'

interface Props {
  readonly columns: readonly ReportColumn[]
  readonly mayChange: boolean
  /** Called with the id of a column, or 0 for a new one. */
  readonly onOpen: (id: number) => void
  readonly onClose: () => void
}

const typeLabelOfColumn = (column: ReportColumn) =>
  isComputed(column) ? typeLabelOf(column.column_type) : ({ kind: 'text', name: 'From the dataset' } as const)

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
          No computed columns yet. Add a column that runs a prompt on each row, or a column that checks the
          rows.
        </p>
      )}
      <ol className="min-h-0 flex-1 overflow-auto">
        {columns
          .toSorted((a, b) => a.position - b.position)
          .map((column) => ({ column, type: typeLabelOfColumn(column) }))
          .map(({ column, type }) => (
            <li key={column.id} className="border-b">
              <button
                type="button"
                disabled={!mayChange || !isComputed(column)}
                className="flex h-10 w-full items-center gap-2 px-4 text-left enabled:hover:bg-sunken"
                onClick={() => onOpen(column.id)}
              >
                <KindIcon kind={type.kind} />
                <bdi className="min-w-0 flex-1 truncate font-medium">{column.name}</bdi>
                {column.is_part_of_score && <Badge tone="good">Scored</Badge>}
                <span className="text-small text-ink-soft">{type.name}</span>
              </button>
            </li>
          ))}
      </ol>
    </HeadedPanel>
  )
}
