import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../design/index.ts'

const Editor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }))

/** Few prompts hold JSON, so the editor is loaded with the first one. */
export const JsonEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <Editor {...props} />
  </Suspense>
)
