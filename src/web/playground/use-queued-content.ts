import { useEffect } from 'react'
import type { Open } from './use-open.ts'
import type { Bench } from './variant.ts'

interface QueuedContent {
  readonly bench: Bench
  /** The name of the content in messages. */
  readonly name: string
  /** If true, versions that the playground already has are not added again. */
  readonly skipsKnownVersions?: true
}

let queued: QueuedContent | null = null

/** Hands over content from another screen; the playground adds it when it opens. */
export const queueForPlayground = (next: QueuedContent): void => {
  queued = next
}

/** Opens the content that another screen handed over. */
export function useQueuedContent(open: Open): void {
  useEffect(() => {
    if (queued) open(queued.name, queued.bench, queued.skipsKnownVersions)
    queued = null
  }, [open])
}
