import type { ReactNode } from 'react'
import { IconButton, Menu, MenuItem, MenuSeparator } from '../../design/index.ts'
import { EllipsisVertical, PanelRight } from '../../icons/index.ts'
import type { Range } from './moves.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly range: Range
  readonly rowCount: number
  readonly writing: Writing
  /** True if rows can be neither added, moved nor deleted. */
  readonly readOnly: boolean
  readonly onOpenRow: (row: number) => void
  readonly onTryRows: ((top: number, bottom: number) => void) | undefined
}

const rowsText = (count: number) => (count === 1 ? 'row' : `${count.toLocaleString('en')} rows`)

/** Actions for the selected rows. */
export function RowMenuItems({ range, readOnly, onOpenRow, onTryRows, ...change }: Props) {
  const { top, bottom } = range
  return (
    <>
      <MenuItem onSelect={() => onOpenRow(top)}>Open row</MenuItem>
      {onTryRows && (
        <MenuItem onSelect={() => onTryRows(top, bottom)}>
          Try {rowsText(bottom - top + 1)} in the playground
        </MenuItem>
      )}
      {!readOnly && <ChangeItems range={range} {...change} />}
    </>
  )
}

function ChangeItems({
  range: { top, bottom },
  rowCount,
  writing,
}: Pick<Props, 'range' | 'rowCount' | 'writing'>) {
  const count = bottom - top + 1
  const rows = rowsText(count)
  return (
    <>
      <MenuSeparator />
      <MenuItem onSelect={() => writing.insertRows(top, count)}>Insert {rows} above</MenuItem>
      <MenuItem onSelect={() => writing.insertRows(bottom + 1, count)}>Insert {rows} below</MenuItem>
      <MenuItem onSelect={() => writing.duplicateRows(top, bottom)}>Duplicate {rows}</MenuItem>
      <MenuItem disabled={top === 0} onSelect={() => writing.moveRows(top, bottom, top - 1)}>
        Move up
      </MenuItem>
      <MenuItem disabled={bottom >= rowCount - 1} onSelect={() => writing.moveRows(top, bottom, top + 1)}>
        Move down
      </MenuItem>
      <MenuItem disabled={top === 0} onSelect={() => writing.moveRows(top, bottom, 0)}>
        Move to the top
      </MenuItem>
      <MenuItem
        disabled={bottom >= rowCount - 1}
        onSelect={() => writing.moveRows(top, bottom, rowCount - count)}
      >
        Move to the bottom
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => writing.deleteRows(top, bottom)}>
        Delete {rows}
      </MenuItem>
    </>
  )
}

export const RowMenu = ({ row, children }: { row: number; children: ReactNode }) => (
  <Menu
    align="start"
    trigger={
      <IconButton label={`Row ${row + 1}`}>
        <EllipsisVertical />
      </IconButton>
    }
  >
    {children}
  </Menu>
)

/** The menu item for people who may not change rows. */
export const OpenRow = ({ row, onOpen }: { row: number; onOpen: () => void }) => (
  <IconButton label={`Open row ${row + 1}`} onClick={onOpen}>
    <PanelRight />
  </IconButton>
)
