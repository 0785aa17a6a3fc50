import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, classNames, Empty, QueryState } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { kindOf } from '../../sheets/values.ts'
import { useShortcuts } from '../../shell/index.ts'
import { changeLabels } from './change-labels.ts'
import { ComparedRows } from './compared-rows.tsx'
import { ComparisonBar } from './comparison-bar.tsx'
import { comparisonQuery } from './queries.ts'
import { SideCard } from './side-card.tsx'
import { letters, type Side, withSide } from './sides.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly sides: readonly Side[]
  readonly versions: React.ComponentProps<typeof ComparisonBar>['versions']
}

/** The sides with their figures, and their rows. */
export function Comparison({ params, columns, sides, versions }: Props) {
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const navigate = useNavigate({ from: '/tables/$tableId/compare' })
  const { key, better, change, sort = 'regression', view = 'diff' } = search
  const focus = Math.min(search.focus ?? 1, sides.length - 1)
  const go = (next: Partial<typeof search>) =>
    void navigate({
      search: (before) => ({ ...before, sheet: params.sheet_id, sides: [...sides], ...next }),
      replace: true,
    })
  const texts = columns.filter(({ type }) => type === 'TEXT')
  const otherSheets = sides.some(({ sheet }) => sheet !== sides[0]!.sheet)
  const label = sides[0]!.sheet === undefined ? texts[0]?.id : texts[0]?.title
  const pairs = useInfiniteQuery(
    comparisonQuery(params, {
      sides,
      focus,
      key: otherSheets ? key : undefined,
      label,
      better,
      change,
      sort,
    }),
  )
  const first = pairs.data?.pages[0]
  useShortcuts({
    d: () => go({ view: view === 'diff' ? 'texts' : 'diff' }),
    w: () => go({ change: change === 'regressed' ? undefined : 'regressed' }),
    j: () => document.querySelector<HTMLElement>('[aria-label="Rows"] > li')?.focus(),
  })
  return (
    <>
      <div className="flex shrink-0 flex-wrap gap-3 p-4">
        {sides.map((side, index) => (
          <SideCard
            // biome-ignore lint/suspicious/noArrayIndexKey: the letter of a side (A, B, ...) is its position, and two sides may show the same.
            key={index}
            {...{ params, columns, side, index }}
            letter={letters[index]!}
            comparison={first}
            isFocus={index === focus && sides.length > 2}
            onChange={(next) => go({ sides: withSide(sides, index, next) })}
            onFocus={index > 0 && sides.length > 2 ? () => go({ focus: index }) : undefined}
            onRemove={
              sides.length > 2
                ? () => go({ sides: sides.filter((_side, other) => other !== index), focus: 1 })
                : undefined
            }
          />
        ))}
      </div>
      <ComparisonBar
        texts={otherSheets ? texts : null}
        sides={sides}
        versions={versions}
        counts={first?.comparisons[focus - 1]?.counts}
        better={first?.better}
        onChange={go}
      />
      <QueryState query={pairs} rows={6} height="h-24" />
      {pairs.data && (
        <div
          aria-busy={pairs.isPlaceholderData}
          className={classNames('shrink-0 overflow-x-auto', pairs.isPlaceholderData && 'opacity-60')}
          style={{ '--sides': sides.length } as React.CSSProperties}
        >
          <ComparedRows
            tableId={params.table_id}
            sheetId={params.sheet_id}
            rows={pairs.data.pages.flatMap(({ rows }) => rows)}
            sides={sides}
            graded={sides.map((side) => isVerdict(columns, side))}
            focus={focus}
            isDiff={view === 'diff'}
          />
          {first?.total_rows === 0 && (
            <Empty
              title={change === undefined ? 'No rows' : `No row is ${changeLabels[change][0].toLowerCase()}`}
            />
          )}
          {pairs.hasNextPage && (
            <div className="flex justify-center p-3">
              <Button isBusy={pairs.isFetching} onClick={() => pairs.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}

/**
 * Whether a check or judge grades the side. Columns of other sheets are not loaded here and count as checks.
 */
function isVerdict(columns: readonly Column[], { judge, column }: Side): boolean {
  const chosen = columns.find(({ id }) => id === (judge ?? column))
  return chosen === undefined || ['check', 'judge'].includes(kindOf(chosen.type))
}
