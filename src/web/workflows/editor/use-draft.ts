import { useEffect, useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { dropStored, readStored, writeStored } from '../../api/index.ts'
import { type Definition, isSame } from '../definition/definition.ts'
import { historyOf, redone, undone, withChange } from './history.ts'

/** The key of a draft; each base version has one draft. */
interface Place {
  readonly workspace: number
  /** Null for a workflow that is not saved yet. */
  readonly workflow: number | null
  readonly base: number
}

const keyOf = ({ workspace, workflow, base }: Place) =>
  `workflow-draft:${workspace}:${workflow ?? 'new'}:${base}`

/** The draft of a saved version. The draft survives a reload until it is saved or discarded. */
export function useDraft(target: Place, saved: Definition) {
  const key = keyOf(target)
  const [history, setHistory] = useState(() => historyOf(readStored<Definition>(key, parseExact) ?? saved))
  const definition = history.present
  const isChanged = !isSame(saved, definition)
  useEffect(() => {
    if (isChanged) writeStored(key, definition)
    else dropStored(key)
  }, [key, definition, isChanged])
  const change = (next: Definition) => setHistory((before) => withChange(before, next, Date.now()))
  return {
    definition,
    isChanged,
    change,
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
    discard: () => change(saved),
    settle: () => dropStored(key),
  }
}
