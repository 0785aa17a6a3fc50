import { useEffect, useRef } from 'react'
import { toast, toastProblem } from './toaster.tsx'

/**
 * Returns a function that reports a removal with Undo. `restore` of the newest render puts the removed value back, so that
 * changes made after the removal stay.
 */
export function useUndo<Removed>(restore: (removed: Removed) => void) {
  const newest = useRef(restore)
  newest.current = restore
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return (text: string, removed: Removed): void => {
    const undo = () => {
      if (isMounted.current) newest.current(removed)
      else toastProblem('Not restored: the list it was removed from is closed.')
    }
    toast(text, { undo })
  }
}
