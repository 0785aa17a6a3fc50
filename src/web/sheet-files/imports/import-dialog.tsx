import { useState } from 'react'
import { Button, counted, Dialog, Problem, ProgressBar, Tabs } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { FromFile } from './from-file.tsx'
import { FromRequests } from './from-requests.tsx'
import { FromTrace } from './from-trace.tsx'
import { useImport } from './use-import.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly initialTab: Tab
  /** The file that is shown first. */
  readonly file?: File | undefined
  readonly onImported?: () => void
  readonly onClose: () => void
  /** Called instead of `onClose` if no import was started. */
  readonly onCancel?: () => void
}

type Tab = 'file' | 'requests' | 'trace'

/** Imports rows after a preview. */
export function ImportDialog({
  params,
  columns,
  initialTab,
  file,
  onImported,
  onClose,
  onCancel = onClose,
}: Props) {
  const [tab, setTab] = useState<Tab>(initialTab)
  const done = () => {
    onImported?.()
    onClose()
  }
  const importing = useImport(params, done)
  const { operation, error, isUnderWay } = importing
  return (
    <Dialog wide onClose={operation || isUnderWay ? onClose : onCancel} title="Import rows">
      {error && <Problem error={error} className="m-0 mb-3" />}
      {isUnderWay ? (
        <div className="flex flex-col gap-3 py-6">
          <p>
            {operation?.message ?? 'Sending the rows…'}{' '}
            {operation?.rows_added != null && (
              <span className="text-ink-soft tabular-nums">{counted(operation.rows_added, 'row')} added</span>
            )}
          </p>
          <ProgressBar label="Rows imported" max={100} value={operation?.progress ?? undefined} />
          <p className="flex items-center gap-2 text-small text-ink-faint">
            The import continues if you close this dialog.
            {operation && (
              <Button size="small" className="ml-auto" onClick={importing.stop}>
                Stop
              </Button>
            )}
          </p>
        </div>
      ) : (
        <div className="-m-4 mt-[-1.25rem] pb-2">
          <Tabs
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'file',
                label: 'File',
                panel: (
                  <FromFile params={params} columns={columns} initialFile={file} importing={importing} />
                ),
              },
              {
                value: 'requests',
                label: 'Requests',
                panel: <FromRequests params={params} importing={importing} />,
              },
              {
                value: 'trace',
                label: 'Trace',
                panel: <FromTrace params={params} columns={columns} onDone={done} />,
              },
            ]}
          />
        </div>
      )}
    </Dialog>
  )
}
