import { useEffect, useRef, useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { dropStored, readStored, writeStored } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import { type Definition, isSame } from '../definition/definition.ts'
import { type History, historyOf, redone, undone, withChange } from './history.ts'

/** The key of a draft; each base version has one draft. */
interface DraftAddress {
  readonly workspace: number
  /** Null for a workflow that is not saved yet. */
  readonly workflow: number | null
  readonly base: number
}

const keyOf = ({ workspace, workflow, base }: DraftAddress) =>
  `workflow-draft:${workspace}:${workflow ?? 'new'}:${base}`

/** The draft of a saved version. The draft survives a reload until it is saved or discarded. */
export function useDraft(target: DraftAddress, saved: Definition) {
  const key = keyOf(target)
  const [history, setHistory] = useState(() => historyOf(readStored<Definition>(key, parseExact) ?? saved))
  const definition = history.present
  const isChanged = !isSame(saved, definition)
  useEffect(() => {
    if (isChanged) writeStored(key, definition)
    else dropStored(key)
  }, [key, definition, isChanged])
  const closeOffer = useRef(() => {})
  const apply = (step: (before: History) => History) => {
    closeOffer.current()
    setHistory(step)
  }
  const change = (next: Definition) => apply((before) => withChange(before, next, Date.now()))
  return {
    definition,
    isChanged,
    change,
    undo: history.past.length > 0 ? () => apply(undone) : null,
    redo: history.future.length > 0 ? () => apply(redone) : null,
    discard: () => change(saved),
    /** Offers to restore the definition before an action. The next change closes the toast, because it would be lost. */
    offerUndo: (text: string) => {
      closeOffer.current = toast(text, { undo: () => change(definition) })
    },
    clearStored: () => dropStored(key),
  }
}
