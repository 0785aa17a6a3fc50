import { Suspense } from 'react'
import { useMay } from '../api/index.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { ViewOnlyProps } from './view-only-mark.tsx'

/** The mark is loaded where it is shown; otherwise its help would be part of each first load. */
const ViewOnlyMark = lazyScreen(() => import('./view-only-mark.tsx'), 'ViewOnlyMark')

/** A mark for people whose role changes and runs nothing on a screen, where other roles do. */
export function ViewOnly({ needed = 'contributor' }: ViewOnlyProps) {
  const mayChange = useMay(needed)
  if (mayChange) return null
  return (
    <Suspense fallback={null}>
      <ViewOnlyMark needed={needed} />
    </Suspense>
  )
}
