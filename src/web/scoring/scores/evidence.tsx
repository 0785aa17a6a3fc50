import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { Badge, Problem, percent, Skeleton } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import { type Step, type Verdict, verdicts } from './criteria.ts'

interface Props {
  readonly params: SheetParams
  readonly row: number
  readonly calculation: string
  readonly steps: readonly Step[]
}

interface StepResult {
  readonly score: number | null
  readonly verdict: Verdict
  readonly evidence: unknown
  readonly error_message: string | null
}

/** The result and reason of each step for one row. */
export function Evidence({ params, row, calculation, steps }: Props) {
  const { data, error } = useQuery({
    ...queryOf([...sheetKey(params), 'scorecard-row', calculation, row], 'readScorecardRow', {
      params: { ...params, row_index: row },
      query: { calculation_id: calculation },
    }),
    placeholderData: undefined,
  })
  if (error) return <Problem error={error} className="m-2" />
  if (!data) return <Skeleton className="m-2 h-12" />
  const results = data.step_results as Readonly<Record<string, StepResult>>
  const stepResults = steps.flatMap((step) => {
    const result = Object.hasOwn(results, step.id) ? results[step.id] : undefined
    return result ? [{ step, result: result }] : []
  })
  return (
    <ul className="flex flex-col gap-2 border-t px-2 py-2">
      {stepResults.length === 0 && (
        <li className="text-small text-ink-faint">The steps evaluate whole columns, not single rows.</li>
      )}
      {stepResults.map(({ step, result }) => (
        <li key={step.id} className="flex flex-col gap-0.5">
          <p className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{step.title}</span>
            <Badge tone={verdicts[result.verdict][1]}>{verdicts[result.verdict][0]}</Badge>
            {result.score !== null && <span className="tabular-nums">{percent(result.score)}</span>}
          </p>
          <p
            dir="auto"
            className="max-h-40 overflow-auto text-small break-words whitespace-pre-wrap text-ink-soft [unicode-bidi:plaintext]"
          >
            {result.error_message ?? textOf(result.evidence)}
          </p>
        </li>
      ))}
    </ul>
  )
}

const textOf = (evidence: unknown): string =>
  // True and false are left out, because the verdict beside them says the same.
  evidence === null || evidence === undefined || evidence === 'true' || evidence === 'false'
    ? ''
    : typeof evidence === 'string'
      ? evidence
      : JSON.stringify(evidence, null, 2)
