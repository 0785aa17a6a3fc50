import { useEffect, useState } from 'react'
import { parseExact } from '../../../engine/json/exact-number.ts'
import { readStored, writeStored } from '../../api/index.ts'
import { type Definition, isSame } from '../definition/definition.ts'

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
  const [definition, change] = useState(() => readStored<Definition>(key, parseExact) ?? saved)
  const isChanged = !isSame(saved, definition)
  useEffect(() => {
    if (isChanged) writeStored(key, definition)
    else localStorage.removeItem(key)
  }, [key, definition, isChanged])
  return {
    definition,
    isChanged,
    change,
    discard: () => change(saved),
    settle: () => localStorage.removeItem(key),
  }
}
