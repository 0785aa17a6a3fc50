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

export interface Wanted {
  readonly scope: Scope
  readonly budget: Budget | null
  /** The number of cells that the person has already confirmed; the server checks it again. */
  readonly agreed: number
  /** The name of the version that is saved before the run; null if none is saved. */
  readonly versionBefore: string | null
}

interface UnconfirmedRun extends Wanted {
  readonly confirmation: Confirmation
}

const confirmed = ({ confirmation, ...wanted }: UnconfirmedRun) => ({
  ...wanted,
  token: confirmation.confirmation_token,
})

/** Most characters of a version's name. */
const longestName = 255

/** The result of the run, in words. A few cells may be computed before the answer arrives. */
function resultText({ cell_count, cells }: Exclude<Created, Confirmation>): string {
  if (cell_count === 0) return 'Nothing to run'
  const isOver = cells.length > 0 && cells.every(({ status }) => status !== 'QUEUED')
  return `${counted(cell_count, 'cell')} ${isOver ? 'run' : 'queued'}`
}

/** Runs cells; large runs are confirmed first. */
export function useRun(params: SheetParams, { operations, refresh, stopped }: ShownSheet) {
  const client = useQueryClient()
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedRun | null>(null)
  const [offered, setOffered] = useState<{ readonly first: Choice | null } | null>(null)
  const ask = ({ scope, budget }: Wanted, token?: string) =>
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
    await call('createSheetVersion', { params, body: { name: name.slice(0, longestName).toWellFormed() } })
    await client.invalidateQueries({ queryKey: versionsKey(params) })
  }
  const run = useChange(
    async ({ token, ...wanted }: Wanted & { token?: string }) => {
      if (wanted.versionBefore !== null) await saveVersion(wanted.versionBefore)
      const answer = await ask(wanted, token)
      const isAgreed = 'requires_confirmation' in answer && answer.affected_cell_count <= wanted.agreed
      return isAgreed ? ask(wanted, answer.confirmation_token) : answer
    },
    {
      onSuccess: async (answer, { scope, budget, agreed }) => {
        if ('requires_confirmation' in answer)
          return setUnconfirmed({ scope, budget, agreed, versionBefore: null, confirmation: answer })
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
    offered,
    /** Opens the dialog with the forecast of a run. */
    offer: (first: Choice | null) => setOffered({ first }),
    withdraw: () => setOffered(null),
    isBusy: run.isPending,
    isStopping: stop.isPending,
    /** Runs cells without a dialog. */
    run: (scope: Scope) => run.mutate({ scope, budget: null, agreed: 0, versionBefore: null }),
    /** Runs what the dialog asks for. */
    start: (wanted: Wanted) => run.mutate(wanted),
    confirm: () => unconfirmed && run.mutate(confirmed(unconfirmed)),
    decline: () => setUnconfirmed(null),
    retry: retry.mutate,
    stop: () => stop.mutate(),
  }
}

export type Running = ReturnType<typeof useRun>
