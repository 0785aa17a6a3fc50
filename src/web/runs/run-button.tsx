import { lazy, Suspense } from 'react'
import { Button } from '../design/index.ts'
import { Play, Square } from '../icons/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { useShortcuts } from '../shell/index.ts'
import { Confirm } from './confirm.tsx'
import { type Choice, withFirst } from './scopes.ts'
import type { Running } from './use-run.ts'

const RunDialog = lazy(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }))

interface Props {
  readonly params: SheetParams
  readonly running: Running
  readonly isRunning: boolean
  /** False while another panel uses the shortcut. */
  readonly hasKeys: boolean
  readonly choices: () => readonly Choice[]
}

export function RunButton({ params, running, isRunning, hasKeys, choices }: Props) {
  const { offered } = running
  const open = () => !isRunning && running.offer(null)
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
      {offered && (
        <Suspense>
          <RunDialog
            params={params}
            // Counts that arrive while the menu is open update it.
            choices={withFirst(offered.first, choices())}
            onRun={(wanted) => {
              running.withdraw()
              running.start(wanted)
            }}
            onClose={running.withdraw}
          />
        </Suspense>
      )}
      <Confirm params={params} running={running} />
    </>
  )
}
