import { Download, GitCompare, History, MoreHorizontal, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, Menu, MenuItem, MenuSeparator } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { RunButton } from '../runs/run-button.tsx'
import type { Choice } from '../runs/scopes.ts'
import type { Running } from '../runs/use-run.ts'
import type { SheetParams } from './queries.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../imports/import-dialog.tsx')).ImportDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('../exports/export-dialog.tsx')).ExportDialog,
}))

interface Props {
  readonly params: SheetParams
  readonly running: Running
  readonly isRunning: boolean
  /** A column is edited, which the keys belong to. */
  readonly isEditing: boolean
  readonly mayChange: boolean
  readonly choices: () => readonly Choice[]
  readonly columns: readonly Column[]
  readonly onPanel: (panel: 'history' | 'compare') => void
  readonly onNewColumn: () => void
  readonly onAddRow: () => void
  readonly onImported: () => void
}

/** What can be done with the whole sheet. */
export function SheetActions(props: Props) {
  const { params, mayChange, columns, onPanel } = props
  const [dialog, setDialog] = useState<'import' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="icon" aria-label="More for this sheet">
            <MoreHorizontal />
          </Button>
        }
      >
        {mayChange && (
          <MenuItem onSelect={() => setDialog('import')}>
            <Upload /> Import rows
          </MenuItem>
        )}
        <MenuItem onSelect={() => setDialog('export')}>
          <Download /> Export
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onPanel('compare')}>
          <GitCompare /> Compare
        </MenuItem>
      </Menu>
      <Button onClick={() => onPanel('history')}>
        <History />
        History
      </Button>
      {mayChange && (
        <>
          <Button onClick={props.onNewColumn}>
            <Plus />
            Column
          </Button>
          <Button onClick={props.onAddRow}>
            <Plus />
            Row
          </Button>
          <RunButton
            params={params}
            running={props.running}
            isRunning={props.isRunning}
            hasKeys={!props.isEditing}
            choices={props.choices}
          />
        </>
      )}
      <Suspense>
        {dialog === 'import' && (
          <ImportDialog params={params} columns={columns} onImported={props.onImported} onClose={close} />
        )}
        {dialog === 'export' && <ExportDialog params={params} columns={columns} onClose={close} />}
      </Suspense>
    </>
  )
}
