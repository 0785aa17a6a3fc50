import { useQuery } from '@tanstack/react-query'
import { SwitchRow } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { type SheetParams, scoreQuery } from '../../sheets/queries.ts'
import { type Counting, countingOf, titlesIn } from './counting.ts'

interface Props {
  readonly params: SheetParams
  readonly column: Column | undefined
  readonly columns: readonly Column[]
  readonly isOutput: boolean
  readonly onOutput: (isOutput: boolean) => void
  /** Whether marking this column also marks the columns that count without a mark. */
  readonly keepsOthers: boolean
  readonly onKeepsOthers: (keepsOthers: boolean) => void
}

export function useCounting(params: SheetParams, columns: readonly Column[], column: Column | undefined) {
  const { data } = useQuery(scoreQuery(params))
  return countingOf(data, columns, column)
}

/** The switch for counting towards the score, with its effect on the columns that count now. */
export function ScoreSwitch({ params, column, columns, isOutput, onOutput, keepsOthers, ...rest }: Props) {
  const counting = useCounting(params, columns, column)
  const { displaced } = counting
  return (
    <div className="flex flex-col gap-1.5">
      <SwitchRow label="Counts towards the score" checked={isOutput} onChange={onOutput} />
      <p className="text-small text-ink-soft">{hintOf(counting, isOutput)}</p>
      {isOutput && displaced.length > 0 && (
        <>
          <SwitchRow
            label={`Keep counting ${titlesIn(displaced)}`}
            checked={keepsOthers}
            onChange={rest.onKeepsOthers}
          />
          {!keepsOthers && (
            <p role="status" className="text-small text-warning">
              {titlesIn(displaced)} will no longer count towards the score.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function hintOf({ by, marked, unmarked }: Counting, isOutput: boolean): string | null {
  if (by === 'card') return 'The score card counts its own steps. This switch has no effect on it.'
  if (by === 'configuration')
    return 'The sheet score has its own list of columns. This switch has no effect on it.'
  if (marked.length > 0)
    return `${isOutput ? 'Also counts' : 'Counts'}: ${titlesIn(marked)}.${isOutput ? '' : ' Other columns do not count.'}`
  if (isOutput || unmarked.length === 0) return null
  return `No column is marked, so these count: ${titlesIn(unmarked)}.`
}
