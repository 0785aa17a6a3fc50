import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../design/index.ts'

const Editor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

/** Most prompts hold no JSON; its editor comes with the first that does. */
export const JsonEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <Editor {...props} />
  </Suspense>
)
