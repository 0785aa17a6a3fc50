import { lazy, Suspense } from 'react'
import { useMay } from '../api/index.ts'

/** Loaded for viewers alone: its help would be part of each first load. */
const ViewOnlyMark = lazy(async () => ({ default: (await import('./view-only-mark.tsx')).ViewOnlyMark }))

/** For viewers, on screens where other roles may change or run something. */
export function ViewOnly() {
  const mayChange = useMay('contributor')
  if (mayChange) return null
  return (
    <Suspense fallback={null}>
      <ViewOnlyMark />
    </Suspense>
  )
}
