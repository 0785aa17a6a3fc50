import { createRootRoute } from '@tanstack/react-router'
import { Empty, Problem } from '../design/index.ts'
import { Frame } from './frame.tsx'

/** Every room hangs its routes under this one. */
export const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: () => <Empty title="There is nothing at this address" />,
  errorComponent: ({ error, reset }) => (
    <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
})
