import { useCallback, useEffect, useRef } from 'react'
import { toast, toastProblem } from '../design/index.ts'
import { type Bench, isUntouched, maxCases, maxVariants, mergeBenches, withoutVariantsOf } from './variant.ts'

/** Adds content from another screen to the current variants and cases. */
export function useOpen(bench: Bench, setBench: (bench: Bench) => void) {
  const before = useRef(bench)
  useEffect(() => {
    before.current = bench
  })
  return useCallback(
    (name: string, opened: Bench, keepsVariants = false) => {
      const was = before.current
      const added = keepsVariants ? withoutVariantsOf(was, opened) : opened
      const isReplaced = isUntouched(was) && added.variants.length > 0
      const next = isReplaced ? added : mergeBenches(was, added)
      if (next.cases.length > maxCases)
        return toastProblem(
          `${name} is not opened: the playground holds ${maxCases} cases. Remove some first.`,
        )
      if (next.variants.length > maxVariants)
        return toastProblem(
          `${name} is not opened: the playground holds ${maxVariants} variants. Remove one first.`,
        )
      before.current = next
      setBench(next)
      toast(`${name} opened`, { undo: () => setBench(was) })
    },
    [setBench],
  )
}

export type Open = ReturnType<typeof useOpen>
