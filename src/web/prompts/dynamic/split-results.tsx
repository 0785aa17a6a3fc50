import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem, Skeleton, Time } from '../../design/index.ts'
import { costText } from '../../requests/index.ts'
import type { Label } from '../page/queries.ts'
import { countText, errorText, latencyText, scoreText } from '../usage/figures.tsx'
import { usageQuery } from '../usage/queries.ts'
import type { DynamicLabel } from './queries.ts'
import { nameOfTarget, targetOf } from './rules.ts'

interface Props {
  readonly label: DynamicLabel
  readonly labels: readonly Label[]
}

const refresh = 15_000

/** The figures of each version in the splits since the label was set. */
export function SplitResults({ label, labels }: Props) {
  const [to] = useState(() => new Date(Date.now() + 24 * 3_600_000).toISOString())
  const { data, error, refetch } = useQuery({
    ...usageQuery(String(label.prompt_id), 'version', { from: label.updated_at, to }),
    refetchInterval: refresh,
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
        Requests of production with each version since <Time at={label.updated_at} />.
      </p>
      {error && <Problem error={error} onRetry={refetch} className="m-0" />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="overflow-x-auto rounded-lg border bg-surface">
          <table className="w-full min-w-[30rem] tabular-nums">
            <thead>
              <tr className="h-8 border-b text-small text-ink-faint">
                {['Version', 'Requests', 'Error rate', 'Cost', 'p95', 'Score'].map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={index === 0 ? 'px-3 text-left font-normal' : 'px-3 text-right font-normal'}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {targets.map((target) => {
                const version = versionOf(target)
                const group = data.groups.find(({ name }) => name === version)
                const name = nameOfTarget(target)
                return (
                  <tr key={target} className="h-9 border-b last:border-b-0">
                    <th scope="row" className="px-3 text-left font-medium">
                      <bdi>{name}</bdi>
                      {target.startsWith('label ') && <span className="text-ink-faint"> v{version}</span>}
                    </th>
                    {[
                      countText(group?.requests ?? 0),
                      group ? errorText(group) : '–',
                      group ? costText(group.cost, group.unpriced_requests) : '–',
                      latencyText(group?.p95_latency_ms ?? null, data.latencyPercentiles),
                      group ? scoreText(group) : '–',
                    ].map((cell, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed, and two cells may be equal.
                      <td key={index} className="px-3 text-right whitespace-nowrap">
                        {cell}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
