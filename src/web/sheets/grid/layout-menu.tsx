import { memo } from 'react'
import { IconButton, Menu, MenuChoice, MenuItem, MenuSeparator } from '../../design/index.ts'
import { Settings2 } from '../../icons/index.ts'
import type { Column } from './column.ts'
import { noLayout, withHidden } from './layout.ts'
import type { SheetLayout } from './use-layout.ts'

const heights = { compact: 'Compact', medium: 'Medium', tall: 'Tall' } as const

/** The height of rows, and the hidden columns. */
export const LayoutMenu = memo(function LayoutMenu({
  columns,
  layout: ownLayout,
}: {
  columns: readonly Column[]
  layout: SheetLayout
}) {
  const { layout, change } = ownLayout
  const hidden = columns.filter(({ id }) => layout.hidden.includes(id))
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label="Layout of the grid">
          <Settings2 />
        </IconButton>
      }
    >
      <MenuChoice
        label="Row height"
        value={layout.rowHeight}
        options={heights}
        onChange={(rowHeight) => change({ ...layout, rowHeight }, 'row height')}
      />
      {hidden.length > 0 && <MenuSeparator />}
      {hidden.map(({ id, title }) => (
        <MenuItem key={id} onSelect={() => change(withHidden(layout, id, false), `${title} shown`)}>
          Show {title}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => change(noLayout, 'layout reset')}>Reset the layout</MenuItem>
    </Menu>
  )
})
