import { MenuItem } from '../../design/index.ts'
import type { Column } from './column.ts'
import { withHidden, withMoved, withPinned } from './layout.ts'
import type { ShownSheetLayout } from './use-layout.ts'

interface Props {
  readonly column: Column
  /** All columns of the sheet, and the visible ones from left to right. */
  readonly columns: readonly Column[]
  readonly shown: readonly Column[]
  readonly layout: ShownSheetLayout
  readonly onAutoSize: (column: Column) => void
}

/** Items of a column's menu for its position and width. */
export function ColumnItems({ column, columns, shown, layout: ownLayout, onAutoSize }: Props) {
  const { id, title } = column
  const { layout, change } = ownLayout
  const isPinned = layout.pinned.includes(id)
  const samePane = shown.filter((other) => layout.pinned.includes(other.id) === isPinned)
  const index = samePane.findIndex((other) => other.id === id)
  const moveBefore = (before: Column | undefined) =>
    change(withMoved(layout, columns, id, before?.id ?? null), `${title} moved`)
  return (
    <>
      <MenuItem onSelect={() => change(withHidden(layout, id, true), `${title} hidden`)}>Hide</MenuItem>
      <MenuItem onSelect={() => onAutoSize(column)}>Auto size</MenuItem>
      <MenuItem
        onSelect={() =>
          change(withPinned(layout, id, !isPinned), isPinned ? `${title} unpinned` : `${title} pinned`)
        }
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem disabled={index <= 0} onSelect={() => moveBefore(samePane[index - 1])}>
        Move left
      </MenuItem>
      <MenuItem disabled={index >= samePane.length - 1} onSelect={() => moveBefore(samePane[index + 2])}>
        Move right
      </MenuItem>
    </>
  )
}
