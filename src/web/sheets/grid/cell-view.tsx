import type { ReactNode } from 'react'
import { Check, CircleDashed, LoaderCircle, RotateCcw, TriangleAlert, X } from '../../icons/index.ts'
import { jsonFields } from './json-fields.ts'
import { verdictOf } from './judged.ts'
import type { Cell } from './row-store.ts'
import { shortNumber } from './short-number.ts'

/** Maximum number of characters in a cell. The peek shows the whole text. */
const maxCharacters = 300

/** The content of a computed cell. */
export function CellView({ cell, onRetry }: { cell: Cell; onRetry: (() => void) | undefined }) {
  switch (cell.status) {
    case 'QUEUED':
      return <State icon={<CircleDashed className="size-3.5 shrink-0" aria-hidden />}>Queued</State>
    case 'DISPATCHED':
    case 'RUNNING':
      return (
        <State icon={<LoaderCircle className="size-3.5 shrink-0 text-accent-ink" aria-hidden />}>
          Running
        </State>
      )
    case 'FAILED':
      return (
        <span className="flex items-center gap-1.5 text-bad">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
          <span className="min-w-0 flex-1 truncate">{shortenForCell(cell.error_message ?? 'Failed')}</span>
          {onRetry && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Retry row ${cell.row_index + 1}`}
              className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-surface"
              onClick={onRetry}
            >
              <RotateCcw className="size-3.5" aria-hidden />
            </button>
          )}
        </span>
      )
    case 'STALE':
      return cell.value === null ? <State>Stale</State> : <Value cell={cell} />
    case 'COMPLETED':
      return <Value cell={cell} />
  }
}

const State = ({ icon, children }: { icon?: ReactNode; children: string }) => (
  <span className="flex items-center gap-1.5 text-ink-faint">
    {icon}
    {children}
  </span>
)

export function Value({ cell: { value, display_value } }: { cell: Pick<Cell, 'value' | 'display_value'> }) {
  const verdict = verdictOf(value?.value)
  if (typeof verdict === 'boolean') return <Verdict passed={verdict} />
  const fields = verdict === null ? jsonFields(display_value ?? '') : null
  return fields ? <JsonFields fields={fields} /> : shortenForCell(verdict ?? shortNumber(display_value ?? ''))
}

/** An object in one line. The names of its fields are fainter than their values, which tell rows apart. */
const JsonFields = ({ fields }: { fields: NonNullable<ReturnType<typeof jsonFields>> }) =>
  fields.map(([key, value], index) => (
    <span key={key}>
      {index > 0 && ' · '}
      <span className="text-ink-faint">{key}</span> {shortenForCell(value)}
    </span>
  ))

export const Verdict = ({ passed }: { passed: boolean }) => (
  <span className={`flex items-center gap-1.5 ${passed ? 'text-good' : 'text-bad'}`}>
    {passed ? <Check className="size-3.5" aria-hidden /> : <X className="size-3.5" aria-hidden />}
    {passed ? 'Pass' : 'Fail'}
  </span>
)

export const shortenForCell = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
