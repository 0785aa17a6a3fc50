import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../api/index.ts'
import { counted, toast } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { type Cell, type ShownSheet, versionsKey } from '../sheets/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import type { Budget } from './budget.ts'
import type { Choice, Scope } from './scopes.ts'

type Created = Answer<'createOperation'>
type Confirmation = Extract<Created, { requires_confirmation: true }>

export interface RunOptions {
  readonly scope: Scope
  readonly budget: Budget | null
  /** The number of cells that the person has already confirmed; the server checks it again. */
  readonly confirmedCells: number
  /** The name of the version that is saved before the run; null if none is saved. */
  readonly versionBefore: string | null
}

interface UnconfirmedRun extends RunOptions {
  readonly confirmation: Confirmation
}

const withToken = ({ confirmation, ...options }: UnconfirmedRun) => ({
  ...options,
  token: confirmation.confirmation_token,
})

/** Maximum length of the name of a version. */
const maxNameLength = 255

/** The text of the toast. A small run may be finished when the server answers. */
function resultText({ cell_count, cells }: Exclude<Created, Confirmation>): string {
  if (cell_count === 0) return 'Nothing to run'
  const isOver = cells.length > 0 && cells.every(({ status }) => status !== 'QUEUED')
  return `${counted(cell_count, 'cell')} ${isOver ? 'run' : 'queued'}`
}

/** Runs cells; large runs are confirmed first. */
export function useRun(params: SheetParams, { operations, refresh, stopped }: ShownSheet) {
  const client = useQueryClient()
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedRun | null>(null)
  const [dialog, setDialog] = useState<{ readonly first: Choice | null } | null>(null)
  const createRun = ({ scope, budget }: RunOptions, token?: string) =>
    call('createOperation', {
      params,
      body: {
        operation: 'recalculate',
        ...scope,
        ...(budget && { budget }),
        ...(token && { confirmation_token: token }),
      },
    })
  const saveVersion = async (name: string) => {
    await call('createSheetVersion', { params, body: { name: name.slice(0, maxNameLength).toWellFormed() } })
    await client.invalidateQueries({ queryKey: versionsKey(params) })
  }
  const run = useChange(
    async ({ token, ...options }: RunOptions & { token?: string }) => {
      if (options.versionBefore !== null) await saveVersion(options.versionBefore)
      const answer = await createRun(options, token)
      const isConfirmed =
        'requires_confirmation' in answer && answer.affected_cell_count <= options.confirmedCells
      return isConfirmed ? createRun(options, answer.confirmation_token) : answer
    },
    {
      onSuccess: async (answer, { scope, budget, confirmedCells }) => {
        if ('requires_confirmation' in answer)
          return setUnconfirmed({ scope, budget, confirmedCells, versionBefore: null, confirmation: answer })
        setUnconfirmed(null)
        toast(resultText(answer))
        await refresh()
      },
    },
  )
  const retry = useChange(({ id }: Cell) => call('recalculateCell', { params: { ...params, cell_id: id } }), {
    onSuccess: refresh,
  })
  const stop = useChange(
    async () => {
      let cancelled = 0
      for (const { operation_id } of operations.data?.active_operations ?? []) {
        stopped.add(operation_id)
        const answer = await call('cancelOperation', { params: { ...params, operation_id } })
        cancelled += answer.cancelled_cell_count
      }
      return cancelled
    },
    { done: (cancelled) => `Stopped: ${counted(cancelled, 'cell')} cancelled`, onSuccess: refresh },
  )
  return {
    unconfirmed,
    /** The open dialog, with the choice that it was opened for. */
    dialog,
    /** Opens the dialog with the forecast of a run. */
    openDialog: (first: Choice | null) => setDialog({ first }),
    closeDialog: () => setDialog(null),
    isBusy: run.isPending,
    isStopping: stop.isPending,
    /** Runs cells without a dialog. */
    run: (scope: Scope) => run.mutate({ scope, budget: null, confirmedCells: 0, versionBefore: null }),
    /** Runs with the options of the dialog. */
    start: (options: RunOptions) => run.mutate(options),
    confirm: () => unconfirmed && run.mutate(withToken(unconfirmed)),
    cancelConfirmation: () => setUnconfirmed(null),
    retry: retry.mutate,
    stop: () => stop.mutate(),
  }
}

export type Running = ReturnType<typeof useRun>
