import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/index.ts'
import { CodeBlock, Problem } from '../../design/index.ts'
import { Verdict } from '../grid/cell-view.tsx'
import { type Judgement, judgementsOf } from '../grid/judged.ts'
import type { Cell } from '../grid/row-store.ts'
import { type SheetParams, sheetKey } from '../queries.ts'
import { type Difference, differencesOf } from './differences.ts'
import { factsOf } from './facts.ts'
import { PeekSection } from './section.tsx'

interface Props {
  readonly params: SheetParams
  readonly cell: Cell
}

/** The evidence of a value: a judge's reasons, differences, counts. */
export function Evidence({ params, cell }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOf([...sheetKey(params), 'cell', cell.id, cell.updated_at], 'readCell', {
      params: { ...params, cell_id: cell.id },
    }),
    enabled: cell.status === 'COMPLETED' || cell.status === 'STALE',
    placeholderData: undefined,
  })
  const judgements = judgementsOf(cell.value?.value)
  const differences = differencesOf(cell.value?.value)
  const facts = factsOf(data?.cell.evidence)
  if (error) return <Problem error={error} onRetry={refetch} className="m-0" />
  if (!judgements && !differences && !facts) return null
  return (
    <PeekSection title="Evidence">
      {judgements && <Judgements judgements={judgements} />}
      {differences && <Differences differences={differences} />}
      {facts &&
        ('json' in facts ? (
          <CodeBlock name="evidence" text={facts.json} />
        ) : (
          <dl className="grid grid-cols-[5.5rem_1fr] gap-y-1 text-small">
            {facts.list.map(([name, text]) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
          </dl>
        ))}
    </PeekSection>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="min-w-0 break-words [unicode-bidi:plaintext]">{children}</dd>
  </>
)

/** The style of a model's text, which is untrusted and may be long. */
const modelTextStyle = 'max-h-60 overflow-auto break-words whitespace-pre-wrap [unicode-bidi:plaintext]'

export const Judgements = ({ judgements }: { judgements: readonly Judgement[] }) =>
  judgements.map((judgement, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: judgements have no ids, and two may be equal; their order never changes.
    <JudgementView key={index} judgement={judgement} isAlone={judgements.length === 1} />
  ))

function JudgementView({ judgement, isAlone }: { judgement: Judgement; isAlone: boolean }) {
  const { assertion, passed, answer, reasoning, votes } = judgement
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-surface px-3 py-2">
      {!isAlone && (
        <p className="flex items-start gap-2">
          <span dir="auto" className={`min-w-0 flex-1 font-medium ${modelTextStyle}`}>
            {assertion}
          </span>
          {passed === null ? <span className="shrink-0">{answer}</span> : <Verdict passed={passed} />}
        </p>
      )}
      {reasoning === '' ? (
        <p className="text-ink-faint">The judge gave no reason.</p>
      ) : (
        <p dir="auto" className={modelTextStyle}>
          {reasoning}
        </p>
      )}
      {votes.length > 0 && (
        <p className="text-small text-ink-faint">
          {votes.length} judges said: {votes.join(', ')}
        </p>
      )}
    </div>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {differences.map(({ position, left, right }) => (
        <li key={position} className="overflow-hidden rounded-md border bg-surface">
          <p className="border-b bg-sunken px-2 py-1 text-small break-words text-ink-soft">{position}</p>
          {left !== undefined && <Side sign="−" name="First" text={left} className="bg-bad-soft" />}
          {right !== undefined && <Side sign="+" name="Second" text={right} className="bg-good-soft" />}
        </li>
      ))}
    </ul>
  )
}

interface SideProps {
  readonly sign: string
  readonly name: string
  readonly text: string
  readonly className: string
}

const Side = ({ sign, name, text, className }: SideProps) => (
  <p className={`flex gap-2 px-2 py-1 font-mono text-small ${className}`}>
    <span aria-hidden>{sign}</span>
    <span className="sr-only">{name}: </span>
    <span dir="auto" className={modelTextStyle}>
      {text === '' ? <span className="text-ink-faint">nothing</span> : text}
    </span>
  </p>
)
