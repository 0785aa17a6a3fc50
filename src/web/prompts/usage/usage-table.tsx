import { Link } from '@tanstack/react-router'
import { classNames } from '../../design/index.ts'
import { costText, type Filter, type Filters } from '../../requests/index.ts'
import { LabelBadge } from '../label-badge.tsx'
import type { Label } from '../page/queries.ts'
import { countText, errorText, latencyText, scoreText } from './figures.tsx'
import type { Usage, UsageBy, UsageGroup } from './queries.ts'
import { groupName } from './usage-charts.tsx'

interface Props {
  readonly promptId: number
  readonly usage: Usage
  readonly by: UsageBy
  readonly filters: Filters
  readonly labels: readonly Label[]
  readonly isStale: boolean
}

const heads = ['Requests', 'Error rate', 'Cost', 'p50', 'p95', 'Tokens in', 'Tokens out', 'Score'] as const

/** The figures of each version or label, with a link to its requests. */
export const UsageTable = ({ promptId, usage, by, filters, labels, isStale }: Props) => (
  <section aria-label="Groups" className="overflow-x-auto bg-surface">
    <table
      aria-label={`By ${by}`}
      aria-busy={isStale}
      className={classNames('w-full min-w-[48rem] tabular-nums', isStale && 'opacity-60')}
    >
      <thead>
        <tr className="h-8 border-b text-small text-ink-faint">
          <th scope="col" className="px-4 text-left font-normal">
            {by === 'version' ? 'Version' : 'Label'}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 text-right font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {usage.groups.map((group) => (
          <tr key={group.name} className="h-9 border-b">
            <th scope="row" className="px-4 text-left font-normal">
              <span className="flex items-center gap-2">
                {by === 'version' && group.name !== null ? (
                  <Link
                    to="/requests"
                    search={{
                      ...filters,
                      filters: [...(filters.filters ?? []), ...filtersOf(promptId, group)],
                    }}
                    className="font-medium hover:underline"
                  >
                    {groupName(group.name, by)}
                  </Link>
                ) : (
                  <bdi className={classNames(group.name === null && 'text-ink-faint')}>
                    {groupName(group.name, by)}
                  </bdi>
                )}
                {by === 'version' &&
                  labels
                    .filter(({ version }) => String(version) === group.name)
                    .map(({ id, name }) => <LabelBadge key={id} name={name} />)}
              </span>
            </th>
            {cellsOf(group, usage).map((cell, index) => (
              <td key={heads[index]} className="px-3 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {usage.more_groups > 0 && (
      <p className="px-4 py-2 text-small text-ink-soft">
        {countText(usage.more_groups)} more with fewer requests; the totals include them.
      </p>
    )}
  </section>
)

const cellsOf = (group: UsageGroup, { latencyPercentiles }: Usage): string[] => [
  countText(group.requests),
  errorText(group),
  costText(group.cost, group.unpriced_requests),
  latencyText(group.p50_latency_ms, latencyPercentiles),
  latencyText(group.p95_latency_ms, latencyPercentiles),
  countText(group.input_tokens),
  countText(group.output_tokens),
  scoreText(group),
]

const filtersOf = (prompt: number, { name }: UsageGroup): Filter[] => [
  { field: 'prompt_id', operator: 'eq', value: prompt },
  { field: 'prompt_version_number', operator: 'eq', value: Number(name) },
]
