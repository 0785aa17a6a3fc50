import { Link } from '@tanstack/react-router'
import { classNames, FigureTable } from '../../design/index.ts'
import { costText, type Filter, type Filters, tokenText } from '../../requests/index.ts'
import { LabelBadge } from '../label-badge.tsx'
import type { Label } from '../page/queries.ts'
import { countText, errorText, latencyText, scoreText } from './figures.ts'
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

/** The figures of each version or label, with a link to its requests. */
export const UsageTable = ({ promptId, usage, by, filters, labels, isStale }: Props) => (
  <section aria-label="Groups" aria-busy={isStale} className="overflow-x-auto bg-surface">
    <FigureTable
      label={`By ${by}`}
      className={classNames('min-w-[48rem] border-b', isStale && 'opacity-60')}
      heads={[
        by === 'version' ? 'Version' : 'Label',
        ...['Requests', 'Error rate', 'Cost', 'p50', 'p95', 'Tokens in', 'Tokens out', 'Score'],
      ]}
      rows={usage.groups}
      keyOf={({ name }) => name ?? ''}
      nameOf={(group) => (
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
      )}
      figuresOf={(group) => [
        countText(group.requests),
        errorText(group),
        costText(group.cost, group.unpriced_requests),
        latencyText(group.p50_latency_ms, usage.latencyPercentiles),
        latencyText(group.p95_latency_ms, usage.latencyPercentiles),
        countText(group.input_tokens),
        tokenText(group.output_tokens, group.uncounted_requests),
        scoreText(group),
      ]}
    />
    {usage.more_groups > 0 && (
      <p className="px-4 py-2 text-small text-ink-soft">
        {countText(usage.more_groups)} more with fewer requests are not listed. The totals include them.
      </p>
    )}
  </section>
)

const filtersOf = (prompt: number, { name }: UsageGroup): Filter[] => [
  { field: 'prompt_id', operator: 'eq', value: prompt },
  { field: 'prompt_version_number', operator: 'eq', value: Number(name) },
]
