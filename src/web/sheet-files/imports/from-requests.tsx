import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf } from '../../api/index.ts'
import { Button, counted, QueryState, TextField, Time } from '../../design/index.ts'
import { duration, money } from '../../requests/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { RequestFields } from './request-fields.tsx'
import { filterOf, firstChoice } from './request-filter.ts'
import type { Importing } from './use-import.ts'

interface Props {
  readonly params: SheetParams
  readonly importing: Importing
}

const maxRequests = 50_000

/** Imports logged requests, newest first. Variables, answers and figures become columns. */
export function FromRequests({ params, importing }: Props) {
  const [chosen, setChosen] = useState(firstChoice)
  const [text, setText] = useState('')
  const [count, setCount] = useState('100')
  const [now] = useState(() => Date.now())
  const query = {
    filter_group: filterOf(chosen, now),
    ...(text.trim() !== '' && { q: text.trim() }),
    sort_by: 'request_start_time' as const,
    sort_order: 'desc' as const,
  }
  const requests = useQuery(
    queryOf(['requests', 'import', query], 'searchRequests', {
      body: { ...query, per_page: 5, include_prompt_name: true },
    }),
  )
  const limit = Number(count)
  const isCount = Number.isInteger(limit) && limit > 0 && limit <= maxRequests
  const start = () => importing.start(() => call('importRequestLogs', { params, body: { ...query, limit } }))
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 pb-2">
      <div className="grid grid-cols-2 gap-3">
        <RequestFields chosen={chosen} onChoose={setChosen} />
        <TextField label="With the words" value={text} onChange={({ target }) => setText(target.value)} />
        <TextField
          label="At most"
          error={isCount ? undefined : `Enter a whole number from 1 to ${maxRequests.toLocaleString('en')}.`}
          inputMode="numeric"
          className="tabular-nums"
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      </div>
      <QueryState query={requests} rows={3} height="h-8" className="m-0" />
      {requests.data && (
        <section aria-label="Preview" className="rounded-lg border">
          <p className="border-b bg-sunken px-3 py-1.5 text-small text-ink-soft tabular-nums">
            {totalOf(requests.data)} found{requests.data.items.length > 0 ? '. The newest:' : '.'}
          </p>
          <ul>
            {requests.data.items.map((item) => (
              <li key={item.id} className="flex gap-3 border-b px-3 py-1.5 last:border-0">
                <span className="text-ink-faint tabular-nums">{item.id}</span>
                <span className="min-w-0 flex-1 truncate">{item.prompt_name ?? item.engine}</span>
                <span className="tabular-nums">{duration(item.latency_ms)}</span>
                <span className="tabular-nums">{money(item.price)}</span>
                <span className="text-ink-faint">
                  <Time at={item.request_start_time} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button
        kind="primary"
        className="self-end"
        disabled={!isCount || !requests.data || requests.data.items.length === 0}
        onClick={start}
      >
        Import requests
      </Button>
    </div>
  )
}

const totalOf = ({ total }: { total?: number | null }) =>
  total == null ? 'Some requests' : counted(total, 'request')
