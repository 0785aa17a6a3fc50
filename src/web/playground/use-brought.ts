import { useEffect } from 'react'
import type { Open } from './use-open.ts'
import type { Bench } from './variant.ts'

interface Brought {
  readonly bench: Bench
  /** The name of the content in messages. */
  readonly name: string
  /** If true, versions that the playground already has are not added again. */
  readonly keepsVariants?: true
}

let brought: Brought | null = null

/** Hands over content from another screen; the playground adds it when it opens. */
export const queueForPlayground = (next: Brought): void => {
  brought = next
}

export function useBrought(open: Open): void {
  useEffect(() => {
    if (brought) open(brought.name, brought.bench, brought.keepsVariants)
    brought = null
  }, [open])
}
