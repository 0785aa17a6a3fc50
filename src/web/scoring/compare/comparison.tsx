import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../api/index.ts'
import { Badge, Button, classNames, Problem, SkeletonRows, type Tone } from '../../design/index.ts'
import { type SheetParams, sheetKey } from '../../sheets/queries.ts'
import { findingText, guessedText, signedText } from './finding.ts'

type Compared = Answer<'compareSheets'>
type Change = Compared['rows'][number]['change']

interface Props {
  readonly params: SheetParams
  readonly before: {
    readonly id: string
    readonly isVersion: boolean
    readonly column: string
    readonly key: string
  }
  readonly onGo: (row: number) => void
}

const changeLabels: Readonly<Record<Change, readonly [string, Tone]>> = {
  regressed: ['Regressed', 'bad'],
  improved: ['Improved', 'good'],
  same: ['Same', 'neutral'],
  missing: ['Missing', 'warning'],
}

const pageSize = 100

/** The result of a comparison, and its rows by kind of change, largest losses first. */
export function Comparison({ params, before, onGo }: Props) {
  const [change, setChange] = useState<Change>('regressed')
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...sheetKey(params), 'comparison', before, change],
    queryFn: ({ signal, pageParam }) =>
      call('compareSheets', { ...comparisonQuery(params, before, change, pageParam), signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total_rows }, pages) =>
      pages.length * pageSize < total_rows ? pages.length * pageSize : null,
  })
  const first = data?.pages[0]
  if (error) return <Problem error={error} onRetry={refetch} className="m-0" />
  if (!first) return <SkeletonRows rows={5} />
  const { counts, comparison, keys } = first
  const guessed = keys && guessedText(keys)
  return (
    <>
      <section aria-label="Finding" className="rounded-md bg-sunken px-3 py-2">
        <p className="flex items-baseline gap-2">
          <span className="text-title font-semibold tabular-nums">
            {comparison.difference === null ? '–' : signedText(comparison.difference)}
          </span>
          <span className="text-ink-soft tabular-nums">
            {numberText(comparison.before)} before, {numberText(comparison.after)} now
          </span>
        </p>
        <p className="text-small text-ink-soft">{findingText(comparison)}</p>
        {guessed && <p className="text-small text-ink-soft">{guessed}</p>}
      </section>
      <div className="flex flex-wrap gap-1">
        {(Object.keys(changeLabels) as Change[]).map((key) => (
          <Button
            key={key}
            size="small"
            aria-pressed={key === change}
            className={classNames(key === change && 'border-accent bg-accent-soft text-accent-ink')}
            onClick={() => setChange(key)}
          >
            {changeLabels[key][0]} {counts[key].toLocaleString('en')}
          </Button>
        ))}
      </div>
      {first.total_rows === 0 && <p className="text-ink-faint">No rows.</p>}
      <ol className="flex flex-col gap-1">
        {data.pages
          .flatMap((page) => page.rows)
          .map((row) => (
            <li key={`${row.row_index} ${row.with_row_index}`}>
              <button
                type="button"
                className="flex h-8 w-full items-center gap-2 rounded-md border bg-surface px-2 text-left hover:bg-sunken"
                disabled={row.with_row_index === null}
                onClick={() => row.with_row_index !== null && onGo(row.with_row_index)}
              >
                <span className="flex-1">Row {(row.with_row_index ?? row.row_index ?? -1) + 1}</span>
                <span className="text-ink-soft tabular-nums">
                  {numberText(row.before)} → {numberText(row.after)}
                </span>
                <Badge tone={changeLabels[row.change][1]}>{changeLabels[row.change][0]}</Badge>
              </button>
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <Button className="self-center" disabled={isFetching} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

/**
 * The parameters of a comparison. For two sheets, the path has the earlier sheet and the query the current one;
 * for a version, the path has the current sheet and the query the version.
 */
function comparisonQuery(params: SheetParams, before: Props['before'], change: Change, offset: number) {
  const { id, isVersion, column, key } = before
  return {
    params: isVersion ? params : { ...params, sheet_id: id },
    query: {
      ...(isVersion ? { version_id: id } : { with_sheet_id: params.sheet_id }),
      ...(column !== '' && { column }),
      ...(key !== '' && { key_column: key }),
      change,
      sort: 'regression' as const,
      offset,
      limit: pageSize,
    },
  }
}

const numberText = (value: number | null) =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 3 })
