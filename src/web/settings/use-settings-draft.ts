import { useState } from 'react'

interface Stored {
  readonly revision: string
}

/**
 * The edited settings, and the stored settings that the edit began with. A change by another admin is adopted
 * while nothing is edited; otherwise the admin who edits chooses between the two.
 */
export function useSettingsDraft<T extends Stored, Draft>(stored: T, draftOf: (stored: T) => Draft) {
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(() => draftOf(stored))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  const begin = (next: T) => {
    setBase(next)
    setDraft(draftOf(next))
  }
  if (stored !== base && !isChanged) begin(stored)
  return {
    base,
    draft,
    setDraft,
    isChanged,
    begin,
    /** Present if another person has changed the stored settings meanwhile. */
    conflict:
      isChanged && stored.revision !== base.revision
        ? { useTheirs: () => begin(stored), keepMine: () => setBase(stored) }
        : null,
  }
}
