import { useMemo } from 'react'
import { toast, toastProblem } from '../../design/index.ts'
import { type Step, UndoStack } from './undo-stack.ts'

export interface Undo {
  /** Runs tasks one after the other and shows their errors. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  readonly done: (step: Step) => void
  /** The undo of a toast; it works until the next step. */
  readonly toastAction: (step: Step) => { readonly undo: () => void }
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
}

/** The undo stack of an open sheet. */
export function useUndo(): Undo {
  return useMemo(() => {
    const stack = new UndoStack()
    let before = Promise.resolve()
    const inTurn = (work: () => Promise<void>) => {
      before = before.then(work).catch(toastProblem)
      return before
    }
    const undo = () =>
      inTurn(async () => {
        const step = await stack.undo()
        toast(step ? `Undone: ${step.label}` : 'Nothing to undo')
      })
    const redo = () =>
      inTurn(async () => {
        const step = await stack.redo()
        toast(step ? `Redone: ${step.label}` : 'There is no step to redo')
      })
    const toastAction = (step: Step) => ({
      undo: () =>
        stack.isLast(step)
          ? void undo()
          : toastProblem('There are later changes. Undo them first, with Ctrl Z in the grid.'),
    })
    return { inTurn, done: (step) => stack.push(step), toastAction, undo, redo }
  }, [])
}
