import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { criticalPath } from '../../engine/traces/shape/critical-path.ts'
import { Badge, Button, buttonStyle, CopyButton, Empty, SkeletonRows } from '../design/index.ts'
import {
  ChevronDown,
  ChevronUp,
  GitCompareArrows,
  type IconComponent,
  TriangleAlert,
} from '../icons/index.ts'
import { duration, Fact } from '../requests/index.ts'
import { lazyScreen, Page, PageProblem, useShortcuts } from '../shell/index.ts'
import { CommentsButton } from './comments-button.tsx'
import { neighboursInList } from './list/listed.ts'
import { ScoresButton } from './scores/scores-button.tsx'
import { SpanDetails } from './span-details.tsx'
import { SpanList } from './span-list.tsx'
import { SpanToolbar } from './span-toolbar.tsx'
import { extentOf, failuresOf, type OutlinedSpan } from './span-tree.ts'
import { TraceFacts } from './trace-facts.tsx'
import { useOpenedSpan } from './use-opened-span.ts'
import { useOutline } from './use-outline.ts'
import { useSpanRows } from './use-span-rows.ts'

const AgentGraphView = lazyScreen(() => import('./graph/agent-graph-view.tsx'), 'AgentGraphView')

const CompareWith = lazyScreen(() => import('./compare/compare-with.tsx'), 'CompareWith')

export function TracePage() {
  const { traceId } = useParams({ from: '/traces/$traceId' })
  const { span, request, view, comments } = useSearch({ from: '/traces/$traceId' })
  const navigate = useNavigate({ from: '/traces/$traceId' })
  const { spans, first, isWhole, error, refetch } = useOutline(traceId)
  const [find, setFind] = useState('')
  const [showsCritical, setShowsCritical] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const query = useDeferredValue(find.trim().toLowerCase())

  const tree = useSpanRows(spans)
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
    else tree.reveal(spanId)
    void navigate({ search: { span: spanId, view }, replace: true })
  }
  const goTo = (listed: readonly OutlinedSpan[], by: 1 | -1) => {
    const index = listed.findIndex(({ span_id }) => span_id === chosen)
    const next = index < 0 ? listed.at(by > 0 ? 0 : -1) : listed[(index + by + listed.length) % listed.length]
    if (next) choose(next.span_id)
  }
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
      title={first ? <bdi>{tree.roots[0]?.span.name || 'Unnamed trace'}</bdi> : error ? 'Trace' : ''}
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
            name={tree.roots[0]?.span.name ?? ''}
            onClose={() => setComparing(false)}
          />
        )}
      </Suspense>
      {first && spans.length === 0 && <Empty title="This trace has no spans" />}
      {spans.length > 0 && (
        <>
          <SpanToolbar
            tree={tree}
            find={find}
            onFind={setFind}
            matchCount={query === '' ? undefined : matching.length}
            onMatch={(by) => goTo(matching, by)}
            showsCritical={showsCritical}
            onCritical={setShowsCritical}
            view={view}
            onView={(next) => void navigate({ search: { span, view: next }, replace: true })}
          />
          <div className="flex min-h-0 flex-1">
            {view === 'graph' ? (
              <Suspense fallback={<SkeletonRows height="h-16" />}>
                <AgentGraphView spans={spans} chosen={chosen} onChoose={choose} />
              </Suspense>
            ) : (
              <SpanList
                rows={tree.rows}
                extent={extent}
                closed={tree.closed}
                chosen={chosen}
                matches={matchIds}
                critical={critical}
                hasFigures={hasFigures}
                onToggle={tree.toggle}
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

const isMatch = ({ name, span_id, status, request_log_id }: OutlinedSpan, query: string): boolean =>
  name.toLowerCase().includes(query) ||
  span_id.startsWith(query) ||
  String(request_log_id) === query ||
  (query === 'error' && status === 'ERROR')
