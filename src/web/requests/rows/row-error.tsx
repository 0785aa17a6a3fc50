import { classNames } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { cellText } from './chosen-columns.tsx'

interface Props {
  readonly text: string | null
  readonly isWarning?: boolean
}

/** The error of a row, in the place of its output. */
export const RowError = ({ text, isWarning = false }: Props) => (
  <span className={classNames('flex min-w-0 items-center gap-1', isWarning ? 'text-warning' : 'text-bad')}>
    <TriangleAlert className="size-3.5 shrink-0" />
    <span className="sr-only">{isWarning ? 'Warning: ' : 'Error: '}</span>
    <span className="truncate">{cellText(text)}</span>
  </span>
)
