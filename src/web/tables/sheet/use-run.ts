import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import type { Cell } from '../grid/row-store.ts'
import type { SheetParams } from './queries.ts'
import type { ShownSheet } from './use-sheet.ts'

export interface Scope {
  readonly statuses?: Cell['status'][]
  readonly column_ids?: string[]
}

type Created = Answer<'createOperation'>
type Confirmation = Extract<Created, { requires_confirmation: true }>

export interface Asked {
  readonly scope: Scope
  readonly confirmation: Confirmation
}

const queued = (cells: number): string =>
  cells === 0 ? 'Nothing to run' : `${cells.toLocaleString('en')} ${cells === 1 ? 'cell' : 'cells'} queued`

/** Runs cells; what is many waits for a yes. */
export function useRun(params: SheetParams, { operations, refresh }: ShownSheet) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const onError = (error: Error) => toast(error.message, { isProblem: true })
  const run = useMutation({
    mutationFn: ({ scope, token }: { scope: Scope; token?: string }) =>
      call('createOperation', {
        params,
        body: { operation: 'recalculate', ...scope, ...(token && { confirmation_token: token }) },
      }),
    onSuccess: async (answer, { scope }) => {
      if ('requires_confirmation' in answer) return setAsked({ scope, confirmation: answer })
      setAsked(null)
      toast(queued(answer.cell_count))
      await refresh()
    },
    onError,
  })
  const retry = useMutation({
    mutationFn: ({ id }: Cell) => call('recalculateCell', { params: { ...params, cell_id: id } }),
    onSuccess: refresh,
    onError,
  })
  const stop = useMutation({
    mutationFn: async () => {
      let cancelled = 0
      for (const { operation_id } of operations.data?.active_operations ?? []) {
        const answer = await call('cancelOperation', { params: { ...params, operation_id } })
        cancelled += answer.cancelled_cell_count
      }
      return cancelled
    },
    onSuccess: async (cancelled) => {
      toast(`Stopped: ${cancelled.toLocaleString('en')} cells cancelled`)
      await refresh()
    },
    onError,
  })
  return {
    asked,
    isBusy: run.isPending,
    run: (scope: Scope) => run.mutate({ scope }),
    confirm: () => asked && run.mutate({ scope: asked.scope, token: asked.confirmation.confirmation_token }),
    decline: () => setAsked(null),
    retry: retry.mutate,
    stop: () => stop.mutate(),
  }
}

export type Running = ReturnType<typeof useRun>
