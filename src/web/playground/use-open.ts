import { useCallback, useEffect, useRef } from 'react'
import { toast, toastProblem } from '../design/index.ts'
import {
  type Bench,
  isBlankBench,
  maxCases,
  maxVariants,
  mergeBenches,
  withoutOpened,
  withoutVariantsOf,
} from './variant.ts'

/** Adds content from another screen to the current variants and cases. */
export function useOpen(bench: Bench, setBench: (bench: Bench) => void) {
  const latest = useRef(bench)
  useEffect(() => {
    latest.current = bench
  })
  return useCallback(
    (name: string, opened: Bench, skipsKnownVersions = false) => {
      const before = latest.current
      const added = skipsKnownVersions ? withoutVariantsOf(before, opened) : opened
      const isReplaced = isBlankBench(before) && added.variants.length > 0
      const next = isReplaced ? added : mergeBenches(before, added)
      if (next.cases.length > maxCases)
        return toastProblem(
          `${name} is not opened: a playground has at most ${maxCases} cases. Remove some first.`,
        )
      if (next.variants.length > maxVariants)
        return toastProblem(
          `${name} is not opened: a playground has at most ${maxVariants} variants. Remove one first.`,
        )
      latest.current = next
      setBench(next)
      toast(`${name} opened`, { undo: () => setBench(withoutOpened(latest.current, added, before)) })
    },
    [setBench],
  )
}

export type Open = ReturnType<typeof useOpen>
