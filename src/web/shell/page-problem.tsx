import { Link, type LinkProps } from '@tanstack/react-router'
import { ApiError } from '../api/index.ts'
import { buttonLook, Empty, Problem } from '../design/index.ts'

interface Props {
  readonly error: Error
  readonly onRetry: () => void
  /** The list that the page belongs to. */
  readonly back: { readonly to: LinkProps['to']; readonly name: string }
}

/** In place of a page that could not be loaded. What does not exist leads back to its list; only the rest is retried. */
export const PageProblem = ({ error, onRetry, back }: Props) =>
  error instanceof ApiError && error.status === 404 ? (
    <Empty
      title={error.message}
      action={
        <Link to={back.to} className={buttonLook({ kind: 'plain' })}>
          Back to {back.name}
        </Link>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </Empty>
  ) : (
    <Problem error={error} onRetry={onRetry} />
  )
