import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Problem } from '../design/index.ts'

/** Shown instead of a screen that failed; the frame stays. */
export function ScreenProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Problem
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void router.invalidate()}
    />
  )
}
