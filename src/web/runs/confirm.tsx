import { FormDialog } from '../dialogs/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { ForecastView } from './forecast.tsx'
import type { Running } from './use-run.ts'

/** Asks for confirmation of a large run, with its number of cells and its likely cost. */
export function Confirm({ params, running }: { params: SheetParams; running: Running }) {
  const { unconfirmed } = running
  if (!unconfirmed) return null
  const cells = unconfirmed.confirmation.affected_cell_count.toLocaleString('en')
  return (
    <FormDialog
      title={`Run ${cells} cells?`}
      verb={`Run ${cells} cells`}
      state={{ isPending: running.isBusy, error: null }}
      onSubmit={running.confirm}
      onClose={running.cancelConfirmation}
    >
      <ForecastView params={params} scope={unconfirmed.scope} />
    </FormDialog>
  )
}
