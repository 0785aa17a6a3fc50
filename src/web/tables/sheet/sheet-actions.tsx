import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button, buttonStyle, Menu, MenuItem, MenuSeparator } from '../../design/index.ts'
import { Download, Ellipsis, GitCompare, History, Plus, Scale, Upload } from '../../icons/index.ts'
import { type Choice, RunButton, type Running } from '../../runs/index.ts'
import { ExportDialog, ImportDialog } from '../../sheet-files/index.ts'
import type { Column, RowFilter } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'

interface Props {
  readonly params: SheetParams
  readonly running: Running
  readonly isRunning: boolean
  /** True if a column is being edited, because its panel uses the shortcuts. */
  readonly isEditing: boolean
  readonly mayChange: boolean
  readonly choices: () => readonly Choice[]
  readonly columns: readonly Column[]
  /** The filters of the shown rows, and how many rows match; null without filters. */
  readonly shown: { readonly filters: readonly RowFilter[]; readonly count: number } | null
  readonly onPanel: (panel: 'history' | 'compare') => void
  readonly onNewColumn: () => void
  readonly onAddRow: () => void
  readonly onImported: () => void
}

/** Actions for the whole sheet. */
export function SheetActions(props: Props) {
  const { params, mayChange, columns, onPanel } = props
  const [dialog, setDialog] = useState<'import' | 'export' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="icon" aria-label="More for this sheet">
            <Ellipsis />
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
          <Scale /> Compare scores
        </MenuItem>
      </Menu>
      <Link
        to="/tables/$tableId/compare"
        params={{ tableId: params.table_id }}
        search={{ sheet: params.sheet_id }}
        className={buttonStyle({})}
        title="Compare"
      >
        <GitCompare />
        <span className="max-lg:sr-only">Compare</span>
      </Link>
      <Button title="History" onClick={() => onPanel('history')}>
        <History />
        <span className="max-lg:sr-only">History</span>
      </Button>
      {mayChange && (
        <>
          <Button onClick={props.onNewColumn}>
            <Plus />
            Column
          </Button>
          <Button className="max-sm:hidden" onClick={props.onAddRow}>
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
        {dialog === 'import' && mayChange && (
          <ImportDialog
            params={params}
            columns={columns}
            initialTab="file"
            onImported={props.onImported}
            onClose={close}
          />
        )}
        {dialog === 'export' && (
          <ExportDialog params={params} columns={columns} shown={props.shown} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
