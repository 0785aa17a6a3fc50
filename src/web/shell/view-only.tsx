import { Suspense } from 'react'
import { useMay } from '../api/index.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { ViewOnlyProps } from './view-only-mark.tsx'

/** Loaded on demand, so that its help text is not part of each first load. */
const ViewOnlyMark = lazyScreen(() => import('./view-only-mark.tsx'), 'ViewOnlyMark')

/** Shows that the person may not change or run anything on this screen; hidden for roles that may. */
export function ViewOnly({ needed = 'contributor' }: ViewOnlyProps) {
  const mayChange = useMay(needed)
  if (mayChange) return null
  return (
    <Suspense fallback={null}>
      <ViewOnlyMark needed={needed} />
    </Suspense>
  )
}
