import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isMissingPart, Problem } from '../design/index.ts'

/** Shown instead of a screen that failed. The frame stays. */
export function ScreenProblem({ error }: ErrorComponentProps) {
  const router = useRouter()
  const problem = error instanceof Error ? error : new Error(String(error))
  return isMissingPart(problem) ? (
    <Problem
      error={new Error('A part of this page could not be loaded. The server may have a new version.')}
      retry="Reload the page"
      onRetry={() => location.reload()}
    />
  ) : (
    <Problem error={problem} onRetry={() => void router.invalidate()} />
  )
}
