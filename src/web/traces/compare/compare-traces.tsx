import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button, CopyButton, Empty, Segmented, SkeletonRows } from '../../design/index.ts'
import { ArrowLeftRight } from '../../icons/index.ts'
import { Page, PageProblem, useShortcuts } from '../../shell/index.ts'
import { treeOf } from '../span-tree.ts'
import { useOutline } from '../use-outline.ts'
import { PairDetails } from './pair-details.tsx'
import { keyOf, PairList } from './pair-list.tsx'
import { pairSpans } from './pair-spans.ts'
import { TraceSide, tracesQuery } from './trace-side.tsx'

/** Compares two traces span by span. The whole state is in the address. */
export function CompareTraces() {
  const { traceId } = useParams({ from: '/traces/$traceId/compare' })
  const { with: otherId } = useSearch({ from: '/traces/$traceId/compare' })
  if (otherId === undefined)
    return (
      <Page title="Compare traces" above={above}>
        <Empty title="Nothing to compare">Choose two traces in the list, and press Compare.</Empty>
      </Page>
    )
  return <Comparison key={`${traceId} ${otherId}`} traceIds={[traceId, otherId]} />
}

const above = (
  <Link to="/traces" className="hover:text-ink">
    Traces /
  </Link>
)

function Comparison({ traceIds }: { traceIds: readonly [before: string, after: string] }) {
  const { pair: open, show } = useSearch({ from: '/traces/$traceId/compare' })
  const navigate = useNavigate({ from: '/traces/$traceId/compare' })
  const before = useOutline(traceIds[0])
  const after = useOutline(traceIds[1])
  const sums = useQuery(tracesQuery(traceIds))
  const isWhole = before.isWhole && after.isWhole
  const pairs = useMemo(
    () => (isWhole ? pairSpans(treeOf(before.spans), treeOf(after.spans)) : []),
    [isWhole, before.spans, after.spans],
  )
  const differing = useMemo(() => pairs.filter(({ kind }) => kind !== 'same'), [pairs])
  const [a, b] = traceIds.map((id) => sums.data?.items.find(({ trace_id }) => trace_id === id))
  const listedPairs = show === 'different' ? differing : pairs
  const chosen = pairs.find((pair) => keyOf(pair) === open)
  const error = before.error ?? after.error ?? sums.error
  const choose = (key: string | undefined) =>
    void navigate({ search: (previous) => ({ ...previous, pair: key }), replace: true })
  useShortcuts({ ['Escape']: () => choose(undefined) })
  return (
    <Page
      title="Compare traces"
      above={above}
      actions={
        <>
          <Button
            onClick={() =>
              void navigate({
                to: '/traces/$traceId/compare',
                params: { traceId: traceIds[1] },
                search: { with: traceIds[0], show },
                replace: true,
              })
            }
          >
            <ArrowLeftRight />
            Swap
          </Button>
          <CopyButton name="link" text={location.href} />
        </>
      }
    >
      {error && (
        <PageProblem
          error={error}
          onRetry={() => void Promise.all([before.refetch(), after.refetch(), sums.refetch()])}
          back={{ to: '/traces', name: 'traces' }}
        />
      )}
      {!error && !isWhole && <SkeletonRows rows={12} />}
      {!error && isWhole && (
        <>
          {a && b && (
            <div className="flex shrink-0 flex-wrap gap-3 p-4">
              <TraceSide letter="A" trace={a} />
              <TraceSide letter="B" trace={b} baseline={a} />
            </div>
          )}
          <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-y bg-surface px-4 py-1.5">
            <Segmented
              label="Spans"
              value={show ?? 'all'}
              choices={[
                { value: 'all', label: `All ${pairs.length.toLocaleString('en')}` },
                { value: 'different', label: `Different ${differing.length.toLocaleString('en')}` },
              ]}
              onChange={(next) =>
                void navigate({
                  search: (previous) => ({ ...previous, show: next === 'different' ? next : undefined }),
                  replace: true,
                })
              }
            />
            <p className="ml-auto text-small text-ink-faint">
              Spans are paired by name and position. Open a span to compare its texts.
            </p>
          </div>
          <div className="flex min-h-80 flex-1">
            {listedPairs.length > 0 ? (
              <PairList pairs={listedPairs} open={open} onOpen={choose} />
            ) : (
              <div className="flex-1">
                <Empty
                  title={pairs.length > 0 ? 'No span differs in name, status, model or tokens' : 'No spans'}
                />
              </div>
            )}
            {chosen && (
              <PairDetails key={open} traceIds={traceIds} pair={chosen} onClose={() => choose(undefined)} />
            )}
          </div>
        </>
      )}
    </Page>
  )
}
