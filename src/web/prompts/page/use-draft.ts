import { useEffect, useMemo, useRef, useState } from 'react'
import { diffVersions } from '../../../engine/template/diff/index.ts'
import { isMeant } from '../compare/meant.ts'
import { type Draft, namedKey } from '../connection-in.ts'
import { type DraftPlace, dropDraft, readDraft, writeDraft } from './draft-store.ts'

const quietMilliseconds = 300

/** The draft of a saved version. The draft survives a reload until it is saved or discarded. */
export function useDraft(key: DraftPlace, saved: Draft) {
  const [version, change] = useState<Draft>(() => readDraft(key) ?? saved)
  const isChanged = useMemo(
    () => namesOtherKey(saved, version) || diffVersions(saved, version).some(isMeant),
    [saved, version],
  )
  const isSettled = useRef(false)
  const keep = useRef(() => {})
  keep.current = () => {
    if (isSettled.current) return
    if (isChanged) writeDraft(key, version)
    else dropDraft(key)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: version is not read here, but each change of it restarts the timer.
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [version, isChanged])
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      keep.current()
      if (hasUnsaved.current && !isSettled.current) event.preventDefault()
    }
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('beforeunload', leave)
      keep.current()
    }
  }, [])
  const hasUnsaved = useRef(isChanged)
  hasUnsaved.current = isChanged
  const dropSaved = () => {
    isSettled.current = true
    dropDraft(key)
  }
  return { version, change, isChanged, discard: () => change(saved), dropSaved }
}

const namesOtherKey = (saved: Draft, { connection }: Draft): boolean =>
  connection !== undefined && namedKey(connection) !== namedKey(saved.connection)

export type DraftState = ReturnType<typeof useDraft>
