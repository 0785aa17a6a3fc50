import type { ReactNode } from 'react'
import { counted } from '../../design/index.ts'
import { costText, tokenText } from '../../requests/values.ts'
import { countText, errorText, latencyText, scoreText } from './figures.ts'
import type { Figures, Usage } from './queries.ts'

interface TotalsProps {
  readonly total: Figures
  readonly percentiles: Usage['latencyPercentiles']
}

export function Totals({ total, percentiles }: TotalsProps) {
  const figures: readonly (readonly [string, ReactNode, string?])[] = [
    ['Requests', countText(total.requests)],
    ['Error rate', errorText(total), counted(total.errors, 'error')],
    ['Cost', costText(total.cost, total.unpriced_requests)],
    [
      'Latency p50 / p95',
      `${latencyText(total.p50_latency_ms, percentiles)} / ${latencyText(total.p95_latency_ms, percentiles)}`,
    ],
    [
      'Tokens in / out',
      `${countText(total.input_tokens)} / ${tokenText(total.output_tokens, total.uncounted_requests)}`,
    ],
    ['Score', scoreText(total), `Mean of ${counted(total.scores, 'score')}, 100 at most`],
  ]
  return (
    <dl aria-label="Totals" className="flex flex-wrap divide-x border-b bg-surface">
      {figures.map(([name, value, title]) => (
        <div key={name} className="flex-auto px-4 py-2" title={title}>
          <dt className="text-small text-ink-faint">{name}</dt>
          <dd className="text-title font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
