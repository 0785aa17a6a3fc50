import { Suspense } from 'react'
import { Button } from '../design/index.ts'
import { Play, Square } from '../icons/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { lazyScreen, useShortcuts } from '../shell/index.ts'
import { type Choice, withFirst } from './scopes.ts'
import type { Running } from './use-run.ts'

const Confirm = lazyScreen(() => import('./confirm.tsx'), 'Confirm')
const RunDialog = lazyScreen(() => import('./run-dialog.tsx'), 'RunDialog')

interface Props {
  readonly params: SheetParams
  readonly running: Running
  readonly isRunning: boolean
  /** False while another panel uses the shortcut. */
  readonly hasKeys: boolean
  readonly choices: () => readonly Choice[]
}

export function RunButton({ params, running, isRunning, hasKeys, choices }: Props) {
  const { dialog } = running
  const open = () => !isRunning && running.openDialog(null)
  useShortcuts(hasKeys ? { 'Mod Enter': open } : {})
  return (
    <>
      {isRunning ? (
        <Button isBusy={running.isStopping} onClick={running.stop}>
          <Square />
          Stop
        </Button>
      ) : (
        <Button kind="primary" isBusy={running.isBusy} onClick={open}>
          <Play />
          Run
        </Button>
      )}
      {dialog && (
        <Suspense>
          <RunDialog
            params={params}
            // Computed at each render, so that the counts stay up to date while the dialog is open.
            choices={withFirst(dialog.first, choices())}
            onRun={(options) => {
              running.closeDialog()
              running.start(options)
            }}
            onClose={running.closeDialog}
          />
        </Suspense>
      )}
      {running.unconfirmed && (
        <Suspense>
          <Confirm params={params} running={running} />
        </Suspense>
      )}
    </>
  )
}
