import { useEffect } from 'react'
import type { Open } from './use-open.ts'
import type { Bench } from './variant.ts'

interface Brought {
  readonly bench: Bench
  /** Its name in messages. */
  readonly name: string
  /** Versions that the playground has are not added again. */
  readonly keepsVariants?: true
}

let brought: Brought | null = null

/** Content from another screen, added when the playground opens. */
export const queueForPlayground = (next: Brought): void => {
  brought = next
}

export function useBrought(open: Open): void {
  useEffect(() => {
    if (brought) open(brought.name, brought.bench, brought.keepsVariants)
    brought = null
  }, [open])
}
