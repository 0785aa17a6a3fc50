import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { keyboardScroll } from '../../design/index.ts'
import type { Cell } from '../grid/row-store.ts'

type FailedCell = Pick<Cell, 'error' | 'error_message'>

/** The first line is the message; a stack or a model's answer may follow. */
export function Failure({ cell: { error, error_message } }: { cell: FailedCell }) {
  const [first = '', ...rest] = error_message!.split('\n')
  const stack = rest.join('\n').trim()
  const remedy = error === null ? null : remedyOf(error)
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <p className="break-words">{first}</p>
      {stack !== '' && (
        <pre {...keyboardScroll} className="mt-2 max-h-60 overflow-auto text-small whitespace-pre-wrap">
          {stack}
        </pre>
      )}
      {(error || remedy) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-small">
          {error && <span className="text-tiny leading-5">{error}</span>}
          {remedy}
        </p>
      )}
    </div>
  )
}

/** Where the cause can be removed; null where only the config or the row can. */
function remedyOf(error: string): ReactNode {
  const linkStyle = 'font-medium underline'
  if (error === 'provider_auth_error' || error === 'provider_quota_limit')
    return (
      <Link to="/settings/connections" className={linkStyle}>
        Check the provider keys
      </Link>
    )
  return null
}
