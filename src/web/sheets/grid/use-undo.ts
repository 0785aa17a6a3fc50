import { useMemo } from 'react'
import { toast } from '../../design/index.ts'
import { type Step, UndoStack } from './undo-stack.ts'

export interface Undo {
  /** Works one after the other, as they were asked for; tells what went wrong. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  readonly done: (step: Step) => void
  /** What a toast offers, as long as nothing was done since. */
  readonly offer: (step: Step) => {
    readonly action: { readonly label: string; readonly onClick: () => void }
  }
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
}

/** What was done to a sheet while it is open, to be taken back. */
export function useUndo(): Undo {
  return useMemo(() => {
    const stack = new UndoStack()
    let before = Promise.resolve()
    const inTurn = (work: () => Promise<void>) => {
      before = before
        .then(work)
        .catch((error: unknown) => toast((error as Error).message, { isProblem: true }))
      return before
    }
    const undo = () =>
      inTurn(async () => {
        const step = await stack.undo()
        toast(step ? `Undone: ${step.what}` : 'Nothing to undo')
      })
    const redo = () =>
      inTurn(async () => {
        const step = await stack.redo()
        toast(step ? `Done again: ${step.what}` : 'Nothing to do again')
      })
    const offer = (step: Step) => ({
      action: {
        label: 'Undo',
        onClick: () =>
          stack.isLast(step)
            ? void undo()
            : toast('More was done since. Undo that first, with Ctrl Z in the grid.', { isProblem: true }),
      },
    })
    return { inTurn, done: (step) => stack.push(step), offer, undo, redo }
  }, [])
}
