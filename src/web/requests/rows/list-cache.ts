import { useEffect, useState } from 'react'

/** The list that each entry of the browser's history shows. */
const listOfEntry = new Map<string, string>()
let visits = 0

/** Milliseconds that the rows of a list are kept for Back. */
export const listCacheMilliseconds = 5 * 60_000

const entryKey = (): string => String((history.state as { __TSR_key?: string } | null)?.__TSR_key)

/** The key of the list of a screen: a new one for each visit, and the same one after Back. */
export function useListKey(): string {
  const [path] = useState(() => location.pathname)
  const [listKey] = useState(() => listOfEntry.get(entryKey()) ?? String(++visits))
  // A change of the filters replaces the entry, so that it has another key.
  useEffect(() => {
    if (location.pathname === path) listOfEntry.set(entryKey(), listKey)
  })
  return listKey
}
