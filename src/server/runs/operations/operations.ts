import { decideOperation, type OperationRequest, selectOperation } from '../../../engine/sheet/index.ts'
import type { SheetOperationRow, SheetRow } from '../../db/index.ts'
import { Answer, type Handler } from '../../http/handler.ts'
import { countStates, getSheet, loadForChange, loadSheet, recordCells } from '../../sheets/storage/index.ts'
import { isConfirmed, makeToken } from '../forecast/confirmation.ts'
import { withPaidCalls } from '../paid-calls/paid-call-queries.ts'
import { runAtOnce } from '../run-at-once.ts'
import { findOperation, selectActive } from '../run-queries.ts'
import { scoreAfterRun } from '../score-after-run.ts'
import { countCells, selectionsOf, startRun } from '../start-run.ts'
import { noOperation } from './cancel-operation.ts'
import { cellsOfRun, queuedCells } from './operation-cells.ts'
import { selectLatestRuns } from './operation-queries.ts'
import { presentOperation, statusUrl } from './present-operation.ts'
import { countPending, presentCounts, withAccepted } from './status-counts.ts'

/** True for the User-Agent of a vendor's SDK. */
const isVendorSdk = (userAgent: string): boolean => /^promptlayer-(?:js|python)\//.test(userAgent)

/** Rolls back a change in which cells were only counted. */
class AnswerWithoutChange extends Error {
  readonly answer: Answer<never>
  constructor(status: number, body: unknown) {
    super()
    this.answer = new Answer(status, body as never)
  }
}

/** Converts the caller's selection to the form of the engine. */
export const requestOf = (body: {
  readonly column_ids?: readonly string[] | null | undefined
  readonly row_ids?: readonly number[] | null | undefined
  readonly statuses?: readonly string[] | null | undefined
}): OperationRequest => ({
  columnIds: body.column_ids?.map((id) => id.toLowerCase()) ?? null,
  rowIndexes: body.row_ids ?? null,
  states: body.statuses ?? null,
})

export const createOperation: Handler<'createOperation'> = async (
  context,
  { caller, params, body, userAgent },
) => {
  const { store, jobs, secrets, now } = context
  const { workspace } = caller
  const request = requestOf(body)
  const budget = body.budget ? { calls: body.budget.calls ?? null, cost: body.budget.cost ?? null } : null
  const scope = { column_ids: request.columnIds, row_ids: request.rowIndexes }
  const atOnce = await runAtOnce(
    context,
    workspace,
    params,
    (_db, { graph, sheet }) => ({
      selected: selectOperation(graph, sheet.id, request, sheet.row_count),
      scope,
    }),
    async (tx, run) => {
      await scoreAfterRun(tx, jobs, caller, run.sheet, run.operation.id)
      return new Answer(202, queuedAnswer(run.sheet, run.operation, run.virtual, await cellsOfRun(tx, run)))
    },
  )
  if (atOnce) {
    jobs.wake()
    return atOnce
  }
  const answer = await store
    .transact(async (tx) => {
      const loaded = await loadForChange(tx, workspace, params, now())
      const { sheet, graph } = loaded
      const selected = selectOperation(graph, sheet.id, request, sheet.row_count)
      const selections = await selectionsOf(tx, loaded, selected)
      const counts = await countCells(tx, loaded, selections)
      const confirmation = {
        workspace,
        sheet: sheet.id,
        version: sheet.version_count - 1,
        request: { ...request, budget },
      }
      // The SDKs send no token. Their evaluate() would treat a request for confirmation as the end of the run, and score
      // cells without a value.
      const confirmed =
        isVendorSdk(userAgent) || isConfirmed(secrets, body.confirmation_token ?? null, confirmation, now())
      const decision = decideOperation(counts.all, confirmed)
      if (decision === 'confirm') {
        const token = makeToken(secrets, confirmation, now())
        throw new AnswerWithoutChange(200, confirmationOf(token, counts.all))
      }
      if (decision === 'nothing') throw new AnswerWithoutChange(200, noCells)
      const started = await startRun(tx, jobs, loaded, selections, counts, scope, {
        budget,
        actor: caller.actor,
      })
      if (!started) throw new AnswerWithoutChange(200, noCells)
      await scoreAfterRun(tx, jobs, caller, sheet, started.operation.id)
      await recordCells(tx, loaded, selected)
      const cells = await queuedCells(tx, loaded, started)
      return new Answer(202, queuedAnswer(sheet, started.operation, counts.virtual, cells))
    })
    .catch((error: unknown) => {
      if (error instanceof AnswerWithoutChange) return error.answer
      throw error
    })
  if (answer.status === 202) jobs.wake()
  return answer
}

const noCells = { success: true as const, cell_count: 0 as const, virtual_cell_count: 0, cells: [] }

const confirmationOf = (token: string, count: number) => ({
  success: false as const,
  requires_confirmation: true as const,
  confirmation_token: token,
  affected_cell_count: count,
  message: `This computes ${count} cells; send the call again with the confirmation token to start the run.`,
})

function queuedAnswer(
  sheet: SheetRow,
  operation: SheetOperationRow,
  virtual: number,
  cells: Awaited<ReturnType<typeof queuedCells>>,
) {
  return {
    success: true as const,
    operation: 'recalculate' as const,
    operation_id: operation.id,
    execution_id: operation.execution_id,
    execution_ids: [operation.execution_id],
    cell_count: operation.cell_count,
    version: sheet.version_count,
    status_url: statusUrl(sheet, operation.id),
    virtual_cell_count: virtual,
    cells,
  }
}

export const listOperations: Handler<'listOperations'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const { sheet } = loaded
  // Operations are read before the cells. If none is active, the states that are read afterwards are final.
  const active = await withPaidCalls(store.db, await selectActive(store.db, sheet))
  const latest =
    active.at(-1) ??
    (await withPaidCalls(store.db, await selectLatestRuns(store.db, caller.workspace, [sheet.number])))[0]
  const { counts: stored, total } = await countStates(store.scan, loaded)
  const counts = withAccepted(stored, active)
  return {
    success: true as const,
    sheet_id: sheet.id,
    version: sheet.version_count,
    total_cells: total,
    status_counts: presentCounts(counts),
    pending_count: countPending(counts),
    active_operations: active.map((operation) => presentOperation(sheet, operation)),
    latest_operation: latest ? presentOperation(sheet, latest) : null,
  }
}

export const readOperation: Handler<'readOperation'> = async ({ store }, { caller, params }) => {
  const sheet = await getSheet(store.db, caller.workspace, params)
  const operation = await findOperation(store.db, caller.workspace, params.operation_id.toLowerCase())
  if (operation?.sheet !== sheet.number || operation.kind !== 'recalculate') throw noOperation()
  const [paid] = await withPaidCalls(store.db, [operation])
  return { success: true as const, operation: presentOperation(sheet, paid!) }
}
