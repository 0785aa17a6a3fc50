import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Badge, HeadedPanel, Problem, SkeletonRows, Tabs, type Tone } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { type SheetParams, scoreHistoryQuery, scoreQuery } from '../../sheets/queries.ts'
import { Term } from '../../shell/index.ts'
import type { ScorecardData } from './criteria.ts'
import { scorecardQuery } from './queries.ts'
import { Result } from './result.tsx'
import { Rows } from './rows.tsx'
import { Setup } from './setup.tsx'
import { SheetScore } from './sheet-score/sheet-score.tsx'
import { useScoring } from './use-scoring.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  readonly onGo: (row: number) => void
  /** Shows the rows in which this column fails. */
  readonly onFailing: (column: string) => void
  readonly onClose: () => void
}

type Tab = 'result' | 'rows' | 'steps' | 'sheet'

/** The score of the sheet, its parts and its settings. */
export function ScorePanel({ params, columns, mayChange, onGo, onFailing, onClose }: Props) {
  const { data, error, refetch } = useQuery(scorecardQuery(params))
  const scoring = useScoring(params)
  const [tab, setTab] = useState<Tab | null>(null)
  const client = useQueryClient()
  const calculationId = data?.display_calculation?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each calculation that is shown.
  useEffect(() => {
    for (const { queryKey } of [scoreQuery(params), scoreHistoryQuery(params)])
      void client.invalidateQueries({ queryKey })
  }, [calculationId])
  const hasSteps = (data?.scorecard?.steps.length ?? 0) > 0
  const [state, tone] = data ? stateOf(data) : (['', 'neutral'] as const)
  return (
    <HeadedPanel
      label="Score card"
      title="Score card"
      badges={
        <>
          <Term word="Score card" />
          {data && <Badge tone={tone}>{state}</Badge>}
        </>
      }
      onClose={onClose}
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {scoring.error && <Problem error={scoring.error} />}
      {!data && !error && <SkeletonRows rows={5} />}
      {data && (
        <Tabs
          value={hasSteps ? (tab ?? 'result') : tab === 'sheet' ? tab : 'steps'}
          onChange={setTab}
          tabs={[
            ...(hasSteps
              ? [
                  {
                    value: 'result' as const,
                    label: 'Result',
                    panel: (
                      <Result
                        params={params}
                        data={data}
                        mayChange={mayChange}
                        scoring={scoring}
                        columns={columns}
                        onFailing={onFailing}
                      />
                    ),
                  },
                  {
                    value: 'rows' as const,
                    label: 'Rows',
                    panel: <Rows params={params} data={data} columns={columns} onGo={onGo} />,
                  },
                ]
              : []),
            {
              value: 'steps',
              label: 'Steps',
              panel: (
                <Setup
                  key={data.scorecard?.updated_at}
                  params={params}
                  scorecard={data.scorecard}
                  columns={columns}
                  mayChange={mayChange}
                  scoring={scoring}
                />
              ),
            },
            {
              value: 'sheet',
              label: 'Sheet score',
              panel: <SheetScore params={params} columns={columns} mayChange={mayChange} />,
            },
          ]}
        />
      )}
    </HeadedPanel>
  )
}

function stateOf({ scorecard, display_calculation: calculation }: ScorecardData): readonly [string, Tone] {
  switch (scorecard?.status) {
    case undefined:
    case 'needs_setup':
      return ['Not configured', 'neutral']
    case 'ready':
      return ['Not calculated', 'neutral']
    case 'queued':
      return ['Queued', 'note']
    case 'running':
      return ['Running', 'note']
    case 'stale':
      return ['Stale', 'warning']
    case 'failed':
      return ['Failed', 'bad']
    case 'completed':
      return calculation?.aggregate_verdict === 'error' ? ['Error', 'bad'] : ['Up to date', 'good']
  }
}
