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
  /** Where rows are being imported from. */
  readonly importing: 'file' | 'requests' | undefined
  readonly onImporting: (source: 'file' | undefined) => void
  readonly onImported: () => void
}

/** What can be done with the whole sheet. */
export function SheetActions(props: Props) {
  const { params, mayChange, columns, importing, onPanel, onImporting } = props
  const [isExporting, setExporting] = useState(false)
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
          <MenuItem onSelect={() => onImporting('file')}>
            <Upload /> Import rows
          </MenuItem>
        )}
        <MenuItem onSelect={() => setExporting(true)}>
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
        {importing && mayChange && (
          <ImportDialog
            params={params}
            columns={columns}
            first={importing}
            onImported={props.onImported}
            onClose={() => onImporting(undefined)}
          />
        )}
        {isExporting && (
          <ExportDialog params={params} columns={columns} onClose={() => setExporting(false)} />
        )}
      </Suspense>
    </>
  )
}
