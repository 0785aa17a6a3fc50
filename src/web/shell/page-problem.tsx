import { Link, type LinkProps } from '@tanstack/react-router'
import { ApiError } from '../api/index.ts'
import { buttonStyle, Empty, Problem } from '../design/index.ts'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
  /** The list or page to return to. */
  readonly back: Pick<LinkProps, 'to' | 'params'> & { readonly name: string }
}

/**
 * Shown instead of a page that could not be loaded. A missing item links to its list; other errors can be
 * retried.
 */
export const PageProblem = ({ error, onRetry, back }: Props) =>
  error instanceof ApiError && error.status === 404 ? (
    <Empty
      title={error.message}
      action={
        <Link to={back.to} params={back.params} search={{}} className={buttonStyle({ kind: 'plain' })}>
          Back to {back.name}
        </Link>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </Empty>
  ) : (
    <Problem error={error} onRetry={onRetry} />
  )
