import { useState } from 'react'
import type { Answer } from '../api/index.ts'
import { counted, Select } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'

type Difference = Answer<'changePriceList'>
type Change = Difference['changes'][number]
type Figure = Change['figures'][number]

/** Maximum number of rows on screen. The API sends up to 2,000. */
const maxRows = 200

const kinds = ['changed', 'removed', 'added', 'changed_at_other_times'] as const
const labels: Readonly<Record<Change['change'], string>> = {
  changed: 'New price',
  removed: 'No price any more',
  added: 'New model',
  changed_at_other_times: 'Same price today, not at other times',
}

/** The changes of a price list, one kind at a time. */
export function ListDifference({ difference }: { difference: Difference }) {
  const present = kinds.filter((kind) => difference[kind] > 0)
  const [shown, setShown] = useState<Change['change'] | undefined>(present[0])
  if (shown === undefined)
    return <p role="status">No changes: every model has the same price in both lists.</p>
  const rows = difference.changes.filter(({ change }) => change === shown).slice(0, maxRows)
  const hiddenRows = difference[shown] - rows.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3 max-sm:flex-wrap">
        <p role="status">{summaryOf(difference)}</p>
        <Select
          label="Changes shown"
          className="ml-auto"
          value={shown}
          onChange={setShown}
          choices={present.map((kind) => ({
            value: kind,
            label: `${labels[kind]} (${difference[kind].toLocaleString('en')})`,
          }))}
        />
      </div>
      {difference.removed > 0 && (
        <p className="flex gap-1.5 text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {counted(difference.removed, 'model')} of the list in force{' '}
          {difference.removed === 1 ? 'is' : 'are'} not in this one: their calls get no price.
        </p>
      )}
      <table aria-label="Changes of the price list" className="w-full tabular-nums">
        <thead>
          <tr className="h-8 border-y text-small text-ink-faint">
            <th scope="col" className="w-2/5 text-left font-normal">
              Model
            </th>
            <th scope="col" className="pl-4 text-left font-normal">
              US dollars for a million
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((change) => (
            <tr key={`${change.provider} ${change.model}`} className="border-b align-top">
              <th scope="row" className="max-w-60 truncate py-1.5 text-left font-normal">
                <bdi>{change.model}</bdi> <bdi className="text-ink-faint">{change.provider}</bdi>
              </th>
              <td className="py-1.5 pl-4">
                {change.figures.length === 0 && <span className="text-ink-faint">the same today</span>}
                <ul className="flex flex-wrap gap-x-4">
                  {change.figures.map((figure) => (
                    <li key={nameOf(figure)}>
                      <span className="text-ink-soft">{nameOf(figure)}</span> {textOf(change.change, figure)}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenRows > 0 && (
        <p className="text-small text-ink-faint">And {hiddenRows.toLocaleString('en')} more.</p>
      )}
    </div>
  )
}

function summaryOf({ changed, removed, added, changed_at_other_times }: Difference): string {
  const counts = [
    `${changed.toLocaleString('en')} with another price`,
    `${removed.toLocaleString('en')} without a price from now on`,
    `${added.toLocaleString('en')} new`,
  ]
  const others = changed_at_other_times.toLocaleString('en')
  return `Models: ${counts.join(', ')}${changed_at_other_times > 0 ? `, ${others} with the same price today only` : ''}.`
}

/** The name of a rate: `flex cached input over 200,000 tokens`. */
function nameOf({ kind, service_tier, over_input_tokens }: Figure): string {
  const over = over_input_tokens === null ? [] : [`over ${over_input_tokens.toLocaleString('en')} tokens`]
  return [...(service_tier === null ? [] : [service_tier]), kind.replaceAll('_', ' '), ...over].join(' ')
}

function textOf(change: Change['change'], { before, after }: Figure): string {
  if (change === 'added') return `$${after}`
  if (change === 'removed') return `$${before}`
  return `${before === null ? 'none' : `$${before}`} → ${after === null ? 'none' : `$${after}`}`
}
