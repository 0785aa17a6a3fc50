import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { criticalPath } from '../../engine/traces/shape/critical-path.ts'
import {
  Badge,
  Button,
  buttonStyle,
  CopyButton,
  Empty,
  Input,
  Segmented,
  Select,
  SkeletonRows,
  TipButton,
} from '../design/index.ts'
import {
  ChevronDown,
  ChevronsDownUp,
  ChevronsUpDown,
  ChevronUp,
  GitCompareArrows,
  type IconComponent,
  Route,
  TriangleAlert,
} from '../icons/index.ts'
import { duration, Fact } from '../requests/index.ts'
import { lazyScreen, Page, PageProblem, useShortcuts } from '../shell/index.ts'
import { CommentsButton } from './comments-button.tsx'
import { neighboursInList } from './list/listed.ts'
import { ScoresButton } from './scores/scores-button.tsx'
import { SpanDetails } from './span-details.tsx'
import { idsOfPart, spanParts } from './span-filter.ts'
import { SpanList } from './span-list.tsx'
import { extentOf, failuresOf, type OutlinedSpan, pathTo, rowsOf, treeOf } from './span-tree.ts'
import { TraceFacts } from './trace-facts.tsx'
import { useOpenedSpan } from './use-opened-span.ts'
import { useOutline } from './use-outline.ts'

const AgentGraphView = lazyScreen(() => import('./graph/agent-graph-view.tsx'), 'AgentGraphView')

const CompareWith = lazyScreen(() => import('./compare/compare-with.tsx'), 'CompareWith')

/** The choice that shows every span. */
const allSpans = 'all'

export function TracePage() {
  const { traceId } = useParams({ from: '/traces/$traceId' })
  const { span, request, view, comments } = useSearch({ from: '/traces/$traceId' })
  const navigate = useNavigate({ from: '/traces/$traceId' })
  const { spans, first, isWhole, error, refetch } = useOutline(traceId)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [find, setFind] = useState('')
  const [part, setPart] = useState(allSpans)
  const [showsCritical, setShowsCritical] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const query = useDeferredValue(find.trim().toLowerCase())

  const spansById = useMemo(() => new Map(spans.map((span) => [span.span_id, span])), [spans])
  const roots = useMemo(() => treeOf(spans), [spans])
  const parts = useMemo(() => spanParts(spans), [spans])
  const shownIds = useMemo(
    () => (part === allSpans ? undefined : idsOfPart(spans, spansById, part)),
    [part, spans, spansById],
  )
  const rows = useMemo(() => rowsOf(roots, closed, shownIds), [roots, closed, shownIds])
  const extent = useMemo(() => extentOf(spans), [spans])
  const matching = useMemo(() => spans.filter((span) => query !== '' && isMatch(span, query)), [spans, query])
  const matchIds = useMemo(() => new Set(matching.map(({ span_id }) => span_id)), [matching])
  const failed = useMemo(() => spans.filter(({ status }) => status === 'ERROR').length, [spans])
  const failures = useMemo(() => failuresOf(spans), [spans])
  const critical = useMemo(
    () => (showsCritical ? Map.groupBy(criticalPath(spans), ({ spanId }) => spanId) : undefined),
    [showsCritical, spans],
  )
  const hasFigures = useMemo(() => spans.some(({ request_log_id }) => request_log_id !== null), [spans])
  const { opened, close } = useOpenedSpan(traceId, spans, isWhole)
  const requested =
    request === undefined ? opened : spans.find((span) => span.request_log_id === request)?.span_id
  const chosen = span ?? requested

  const choose = (spanId: string | undefined) => {
    if (spanId === undefined) close()
    else {
      const path = pathTo(spanId, spansById)
      if (path.some((ancestor) => closed.has(ancestor))) setClosed(without(closed, path))
      if (shownIds && !shownIds.has(spanId)) setPart(allSpans)
    }
    void navigate({ search: { span: spanId, view }, replace: true })
  }
  const toggle = (spanId: string) =>
    setClosed(closed.has(spanId) ? without(closed, [spanId]) : new Set([...closed, spanId]))
  const closeAll = () => {
    const rootIds = new Set(roots.map((node) => node.span.span_id))
    setClosed(new Set(spans.map(({ span_id }) => span_id).filter((id) => !rootIds.has(id))))
  }
  const goTo = (listed: readonly OutlinedSpan[], by: 1 | -1) => {
    const index = listed.findIndex(({ span_id }) => span_id === chosen)
    const next = index < 0 ? listed.at(by > 0 ? 0 : -1) : listed[(index + by + listed.length) % listed.length]
    if (next) choose(next.span_id)
  }
  const goToMatch = (by: 1 | -1) => goTo(matching, by)
  const neighbours = neighboursInList(traceId)
  useShortcuts({
    ['Escape']: () => choose(undefined),
    ...(failures.length > 0 && { e: () => goTo(failures, 1) }),
  })

  return (
    <Page
      above={
        <Link to="/traces" className="hover:text-ink">
          Traces /
        </Link>
      }
      title={first ? <bdi>{roots[0]?.span.name || 'Unnamed trace'}</bdi> : error ? 'Trace' : ''}
      badges={
        <>
          <code className="w-20 shrink truncate text-small text-ink-soft" title={traceId}>
            {traceId}
          </code>
          <CopyButton name="trace id" text={traceId} />
          {first?.status === 'closed' && <Badge>Closed</Badge>}
        </>
      }
      actions={
        first && (
          <>
            {failures.length > 0 && (
              <Button onClick={() => goTo(failures, 1)}>
                <TriangleAlert />
                Next error
              </Button>
            )}
            <Button onClick={() => setComparing(true)}>
              <GitCompareArrows />
              Compare with…
            </Button>
            <CommentsButton key={traceId} traceId={traceId} isOpenAtFirst={comments === true} />
            <ScoresButton subject={{ subject_type: 'trace', subject_id: traceId }} />
            <NeighbourLink label="Previous trace" traceId={neighbours.previous} icon={ChevronUp} />
            <NeighbourLink label="Next trace" traceId={neighbours.next} icon={ChevronDown} />
          </>
        )
      }
    >
      {error && <PageProblem error={error} onRetry={refetch} back={{ to: '/traces', name: 'traces' }} />}
      {!first && !error && <SkeletonRows height="h-7" rows={16} />}
      {first && (
        <TraceFacts traceId={traceId}>
          <Fact isNumber name="Duration">
            {duration(extent.end - extent.start)}
          </Fact>
          <Fact isNumber name="Spans">
            <span role="status">
              {isWhole ? '' : `${spans.length.toLocaleString('en')} of `}
              {first.span_count.toLocaleString('en')}
            </span>
          </Fact>
          {failed > 0 && (
            <Fact isNumber name="Failed spans">
              <span className="text-bad">{failed.toLocaleString('en')}</span>
            </Fact>
          )}
        </TraceFacts>
      )}
      <Suspense>
        {isComparing && (
          <CompareWith
            traceId={traceId}
            name={roots[0]?.span.name ?? ''}
            onClose={() => setComparing(false)}
          />
        )}
      </Suspense>
      {first && spans.length === 0 && <Empty title="This trace has no spans" />}
      {spans.length > 0 && (
        <>
          <search className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1.5">
            <Input
              data-page-search
              aria-label="Find spans"
              placeholder="Name, ID or error"
              className="w-72 max-sm:min-w-32 max-sm:flex-1"
              value={find}
              onChange={(event) => setFind(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') goToMatch(event.shiftKey ? -1 : 1)
                if (event.key === 'Escape') setFind('')
              }}
            />
            {query !== '' && (
              <>
                <span role="status" className="text-ink-soft tabular-nums">
                  {matching.length.toLocaleString('en')} found
                </span>
                <TipButton
                  tip="Previous"
                  label="Previous match"
                  keys="Shift Enter"
                  onClick={() => goToMatch(-1)}
                >
                  <ChevronUp />
                </TipButton>
                <TipButton tip="Next" label="Next match" keys="Enter" onClick={() => goToMatch(1)}>
                  <ChevronDown />
                </TipButton>
              </>
            )}
            {view === undefined && parts.length > 0 && (
              <Select
                label="Spans shown"
                value={part}
                onChange={setPart}
                choices={[
                  { value: allSpans, label: 'All spans' },
                  ...parts.map(({ id, name, count }) => ({
                    value: id,
                    label: `${name} ${count.toLocaleString('en')}`,
                  })),
                ]}
              />
            )}
            <div className="ml-auto flex items-center gap-2">
              {view === undefined && (
                <>
                  <Button
                    kind="quiet"
                    aria-pressed={showsCritical}
                    title="The spans that determine how long the trace takes"
                    className="aria-pressed:bg-warning-soft aria-pressed:text-ink"
                    onClick={() => setShowsCritical(!showsCritical)}
                  >
                    <Route />
                    Critical path
                  </Button>
                  <Button kind="quiet" className="max-md:hidden" onClick={closeAll}>
                    <ChevronsDownUp />
                    Collapse all
                  </Button>
                  <Button kind="quiet" className="max-md:hidden" onClick={() => setClosed(new Set())}>
                    <ChevronsUpDown />
                    Expand all
                  </Button>
                </>
              )}
              <Segmented
                label="View"
                value={view ?? 'timeline'}
                choices={[
                  { value: 'timeline', label: 'Timeline' },
                  { value: 'graph', label: 'Graph' },
                ]}
                onChange={(next) =>
                  void navigate({
                    search: { span, view: next === 'graph' ? next : undefined },
                    replace: true,
                  })
                }
              />
            </div>
          </search>
          <div className="flex min-h-0 flex-1">
            {view === 'graph' ? (
              <Suspense fallback={<SkeletonRows height="h-16" />}>
                <AgentGraphView spans={spans} chosen={chosen} onChoose={choose} />
              </Suspense>
            ) : (
              <SpanList
                rows={rows}
                extent={extent}
                closed={closed}
                chosen={chosen}
                matches={matchIds}
                critical={critical}
                hasFigures={hasFigures}
                onToggle={toggle}
                onChoose={choose}
              />
            )}
            {chosen && (
              <SpanDetails key={chosen} traceId={traceId} spanId={chosen} onClose={() => choose(undefined)} />
            )}
          </div>
        </>
      )}
    </Page>
  )
}

interface NeighbourProps {
  readonly label: string
  readonly traceId: string | undefined
  readonly icon: IconComponent
}

/** The link to the next or previous trace of the list. */
const NeighbourLink = ({ label, traceId, icon: Icon }: NeighbourProps) =>
  traceId !== undefined && (
    <Link
      to="/traces/$traceId"
      params={{ traceId }}
      aria-label={label}
      title={label}
      className={buttonStyle({ kind: 'quiet', size: 'small-icon' })}
    >
      <Icon />
    </Link>
  )

const without = (ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> => {
  const remaining = new Set(ids)
  for (const id of removed) remaining.delete(id)
  return remaining
}

const isMatch = ({ name, span_id, status, request_log_id }: OutlinedSpan, query: string): boolean =>
  name.toLowerCase().includes(query) ||
  span_id.startsWith(query) ||
  String(request_log_id) === query ||
  (query === 'error' && status === 'ERROR')
