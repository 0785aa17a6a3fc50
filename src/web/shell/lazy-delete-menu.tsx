import { Suspense } from 'react'
import type { DeleteMenuProps } from './delete-menu.tsx'
import { lazyScreen } from './lazy-screen.ts'

const Loaded = lazyScreen(() => import('./delete-menu.tsx'), 'DeleteMenu')

/** The delete menu, which only lists load. */
export const DeleteMenu = (props: DeleteMenuProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
