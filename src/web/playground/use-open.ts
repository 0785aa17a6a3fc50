import { useCallback, useEffect, useRef } from 'react'
import { toast } from '../design/index.ts'
import type { Bench } from './variant.ts'

/** What comes from elsewhere takes the place of what was here; that is a press away. */
export function useOpen(bench: Bench, setBench: (bench: Bench) => void) {
  const before = useRef(bench)
  useEffect(() => {
    before.current = bench
  })
  return useCallback(
    (name: string, opened: Bench) => {
      const was = before.current
      setBench(opened)
      toast(`${name} opened`, { action: { label: 'Undo', onClick: () => setBench(was) } })
    },
    [setBench],
  )
}

export type Open = ReturnType<typeof useOpen>
