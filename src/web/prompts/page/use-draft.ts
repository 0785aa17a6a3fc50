import { useEffect, useMemo, useRef, useState } from 'react'
import { diffVersions } from '../../../engine/template/diff/index.ts'
import { toast } from '../../design/index.ts'
import { isAuthored } from '../compare/is-authored.ts'
import { type Draft, namedKey } from '../connection-in.ts'
import { type DraftKey, dropDraft, readDraft, watchDraft, writeDraft } from './draft-store.ts'

const debounceMilliseconds = 300

/** The draft of a saved version. The draft survives a reload until it is saved or discarded. */
export function useDraft(key: DraftKey, saved: Draft) {
  const [version, change] = useState<Draft>(() => readDraft(key) ?? saved)
  const isChanged = useMemo(
    () => namesOtherKey(saved, version) || diffVersions(saved, version).some(isAuthored),
    [saved, version],
  )
  const isDropped = useRef(false)
  /** An unchanged tab must not drop the draft of another tab. */
  const isStored = useRef(version !== saved)
  /** The version of the last write, by this tab or another one. */
  const written = useRef(version)
  const storeDraft = useRef(() => {})
  storeDraft.current = () => {
    if (isDropped.current || version === written.current) return
    if (isChanged) writeDraft(key, version)
    else if (isStored.current) dropDraft(key)
    isStored.current = isChanged
    written.current = version
  }
  /** Shows the draft of another tab, unless both tabs were changed at the same time. */
  const adopt = useRef((_: Draft | null) => {})
  adopt.current = (other) => {
    if (isDropped.current) return
    const next = other ?? saved
    if (version !== written.current)
      toast('Another tab changed this prompt too.', {
        action: { label: 'Use its text', onClick: () => change(next) },
      })
    else {
      written.current = next
      isStored.current = other !== null
      change(next)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page of each version has its own key.
  useEffect(() => watchDraft(key, (draft) => adopt.current(draft)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: version is not read here, but each change of it restarts the timer.
  useEffect(() => {
    const timer = setTimeout(() => storeDraft.current(), debounceMilliseconds)
    return () => clearTimeout(timer)
  }, [version, isChanged])
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      storeDraft.current()
      if (hasUnsaved.current && !isDropped.current) event.preventDefault()
    }
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('beforeunload', leave)
      storeDraft.current()
    }
  }, [])
  const hasUnsaved = useRef(isChanged)
  hasUnsaved.current = isChanged
  const dropSaved = () => {
    isDropped.current = true
    dropDraft(key)
  }
  return { version, change, isChanged, discard: () => change(saved), dropSaved }
}

const namesOtherKey = (saved: Draft, { connection }: Draft): boolean =>
  connection !== undefined && namedKey(connection) !== namedKey(saved.connection)
