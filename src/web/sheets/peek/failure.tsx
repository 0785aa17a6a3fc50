import { useQuery } from '@tanstack/react-query'
import { keyboardScroll } from '../../design/index.ts'
import { FailureAdvice, failureWords, requestQuery } from '../../requests/index.ts'
import type { Cell } from '../grid/row-store.ts'

type FailedCell = Pick<Cell, 'error' | 'error_message' | 'request_metrics'>

/** The error of a cell. Its first line is the message; a stack or a model's answer may follow. */
export function Failure({ cell: { error, error_message, request_metrics: metrics } }: { cell: FailedCell }) {
  const [first = '', ...rest] = error_message!.split('\n')
  const stack = rest.join('\n').trim()
  const request = metrics?.request_ids.at(-1)
  // The provider of the failed request, which the cell does not name.
  const { data: failed } = useQuery({ ...requestQuery(request ?? 0), enabled: request !== undefined })
  const words = error === null ? null : failureWords(error, failed?.provider ?? null, error_message)
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {words && <p className="font-medium">{words.title}</p>}
      <p className="break-words">{first}</p>
      {stack !== '' && (
        <pre {...keyboardScroll} className="mt-2 max-h-60 overflow-auto text-small whitespace-pre-wrap">
          {stack}
        </pre>
      )}
      {words && <FailureAdvice {...words} />}
      {error && <p className="mt-1 text-tiny leading-5">{error}</p>}
    </div>
  )
}
