import { Suspense } from 'react'
import { useMay } from '../api/index.ts'
import { lazyScreen } from './lazy-screen.ts'

/** The mark is loaded for viewers alone; otherwise its help would be part of each first load. */
const ViewOnlyMark = lazyScreen(() => import('./view-only-mark.tsx'), 'ViewOnlyMark')

/** A mark for viewers, on screens where other roles may change or run something. */
export function ViewOnly() {
  const mayChange = useMay('contributor')
  if (mayChange) return null
  return (
    <Suspense fallback={null}>
      <ViewOnlyMark />
    </Suspense>
  )
}
