import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Problem } from '../design/index.ts'

/** In the place of a screen that could not be shown; what is around it stays. */
export function ScreenProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Problem
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void router.invalidate()}
    />
  )
}
