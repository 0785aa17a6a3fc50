import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FigureTable, Problem, Skeleton, Time } from '../../design/index.ts'
import { costText } from '../../requests/index.ts'
import type { Label } from '../page/queries.ts'
import { countText, errorText, latencyText, scoreText } from '../usage/figures.ts'
import { usageQuery } from '../usage/queries.ts'
import type { DynamicLabel } from './queries.ts'
import { nameOfTarget, targetOf } from './rules.ts'

interface Props {
  readonly label: DynamicLabel
  readonly labels: readonly Label[]
}

const refetchMilliseconds = 15_000

/** The figures of each version in the splits since the label was set. */
export function SplitResults({ label, labels }: Props) {
  const [to] = useState(() => new Date(Date.now() + 24 * 3_600_000).toISOString())
  const { data, error, refetch } = useQuery({
    ...usageQuery(String(label.prompt_id), 'version', { from: label.updated_at, to }),
    refetchInterval: refetchMilliseconds,
  })
  const targets = [...new Set(label.rules.flatMap(({ splits }) => splits.map(targetOf)))]
  const versionOf = (target: string) =>
    target.startsWith('version ')
      ? target.slice('version '.length)
      : String(labels.find(({ name }) => `label ${name}` === target)?.version ?? '')
  return (
    <section aria-label="Results" className="flex flex-col gap-2">
      <h3 className="text-heading font-semibold">Results</h3>
      <p className="text-small text-ink-soft">
        Production requests with each version, since the label was changed <Time at={label.updated_at} />.
      </p>
      {error && <Problem error={error} onRetry={refetch} className="m-0" />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="overflow-x-auto rounded-lg border bg-surface">
          <FigureTable
            label="Results by version"
            className="min-w-[30rem]"
            heads={['Version', 'Requests', 'Error rate', 'Cost', 'p95', 'Score']}
            rows={targets}
            keyOf={(target) => target}
            nameOf={(target) => (
              <>
                <bdi>{nameOfTarget(target)}</bdi>
                {target.startsWith('label ') && <span className="text-ink-faint"> v{versionOf(target)}</span>}
              </>
            )}
            figuresOf={(target) => {
              const group = data.groups.find(({ name }) => name === versionOf(target))
              return [
                countText(group?.requests ?? 0),
                group ? errorText(group) : '–',
                group ? costText(group.cost, group.unpriced_requests) : '–',
                latencyText(group?.p95_latency_ms ?? null, data.latencyPercentiles),
                group ? scoreText(group) : '–',
              ]
            }}
          />
        </div>
      )}
    </section>
  )
}
