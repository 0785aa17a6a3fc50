import type { ReactNode } from 'react'
import { TriangleAlert } from '../icons/index.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** A placeholder of the final size while data loads. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div className={classNames('animate-pulse rounded-md bg-raised', className)} aria-hidden />
)

export const SkeletonRows = ({ rows = 8, height = 'h-10' }: { rows?: number; height?: string }) => (
  <div role="status" aria-label="Loading" className="flex flex-col gap-px">
    {Array.from({ length: rows }, (_none, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are equal.
      <div key={row} className={classNames('flex items-center px-4', height)}>
        <Skeleton className="h-3 w-full" />
      </div>
    ))}
  </div>
)

/** An empty state: the purpose of the page, and one action. */
export const Empty = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
    <h2 className="text-heading font-semibold">{title}</h2>
    {children && <div className="max-w-[min(36rem,100%)] text-ink-soft">{children}</div>}
    {action}
  </div>
)

interface ProblemProps {
  readonly error: Error
  readonly onRetry?: () => void
  readonly retry?: string
  readonly className?: string
}

/** An error with a button that retries. */
export const Problem = ({ error, onRetry, retry = 'Try again', className }: ProblemProps) => (
  <div
    role="alert"
    className={classNames(
      'm-4 flex flex-wrap items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad',
      className,
    )}
  >
    <span className="flex min-w-0 flex-1 basis-40 items-center gap-2 max-sm:items-start">
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{error.message}</span>
    </span>
    {onRetry && (
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    )}
  </div>
)

/** The parts of a query's result that `QueryState` shows. */
export interface QueryResult {
  readonly data: unknown
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface QueryStateProps {
  readonly query: QueryResult
  /** The number and the height of the placeholder rows. */
  readonly rows?: number
  readonly height?: string
  /** The class of the error. */
  readonly className?: string
}

/** The error of a query, or a placeholder until it has data. */
export const QueryState = ({ query: { data, error, refetch }, className, ...rows }: QueryStateProps) =>
  error ? (
    <Problem error={error} onRetry={() => void refetch()} className={className} />
  ) : (
    data === undefined && <SkeletonRows {...rows} />
  )
