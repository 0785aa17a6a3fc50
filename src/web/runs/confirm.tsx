import { Button, Dialog } from '../design/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { ForecastView } from './forecast.tsx'
import type { Running } from './use-run.ts'

/** Asks for confirmation of a large run, with its number of cells and its likely cost. */
export function Confirm({ params, running }: { params: SheetParams; running: Running }) {
  const { unconfirmed } = running
  if (!unconfirmed) return null
  const cells = unconfirmed.confirmation.affected_cell_count.toLocaleString('en')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && running.decline()}
      title={`Run ${cells} cells?`}
      actions={
        <>
          <Button onClick={running.decline}>Cancel</Button>
          <Button kind="primary" isBusy={running.isBusy} onClick={running.confirm}>
            Run {cells} cells
          </Button>
        </>
      }
    >
      <ForecastView params={params} scope={unconfirmed.scope} />
    </Dialog>
  )
}
