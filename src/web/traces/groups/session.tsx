import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { type Answer, call, pagesOf, queryOf } from '../../api/index.ts'
import {
  Badge,
  Button,
  CopyButton,
  counted,
  FormatSwitch,
  FormattedText,
  KindIcon,
  Problem,
  SkeletonRows,
} from '../../design/index.ts'
import { ChevronDown, TriangleAlert } from '../../icons/index.ts'
import { ClockTime, duration, Fact, MediaView, totalCostText } from '../../requests/index.ts'
import { scoreText } from '../../requests/values.ts'
import { Page, PageProblem, useShortcuts } from '../../shell/index.ts'
import { ErrorText } from '../error-text.tsx'
import { ScoresButton } from '../scores/scores-button.tsx'
import { ScoreSums } from './score-sums.tsx'
import { TotalFacts } from './totals.tsx'

type Turn = Answer<'listSessionTurns'>['turns'][number]

export function SessionPage() {
  const { sessionId } = useParams({ from: '/sessions/$sessionId' })
  const params = { session_id: sessionId }
  const { data, error, refetch } = useQuery(
    queryOf(['trace-session', sessionId], 'readTraceSession', { params }),
  )
  const turns = useInfiniteQuery({
    ...pagesOf(['session-turns', sessionId], (query, signal) =>
      call('listSessionTurns', { params, query, signal }),
    ),
    refetchOnWindowFocus: false,
  })
  const session = data?.session
  const loadedTurns = turns.data?.pages.flatMap((page) => page.turns) ?? []
  const list = useRef<HTMLOListElement>(null)
  const failed = loadedTurns.filter(({ trace }) => trace.status === 'ERROR').length
  useShortcuts(failed > 0 ? { e: () => goToFailed(list) } : {})
  return (
    <Page
      above={
        <Link to="/sessions" className="hover:text-ink">
          Sessions /
        </Link>
      }
      title={<bdi>{sessionId}</bdi>}
      badges={<CopyButton name="session ID" text={sessionId} />}
      actions={
        <>
          {failed > 0 && (
            <Button onClick={() => goToFailed(list)}>
              <TriangleAlert />
              Next failed turn
            </Button>
          )}
          {session && <ScoresButton subject={{ subject_type: 'session', subject_id: sessionId }} />}
        </>
      }
    >
      {error && <PageProblem error={error} onRetry={refetch} back={{ to: '/sessions', name: 'sessions' }} />}
      {session && (
        <TotalFacts totals={session} sessionId={sessionId}>
          <Fact isNumber name="Turns">
            {session.trace_count.toLocaleString('en')}
          </Fact>
          {session.user_id !== null && (
            <Fact name="User">
              <Link
                to="/users/$userId"
                params={{ userId: session.user_id }}
                title={session.user_id}
                className="text-accent-ink hover:underline"
              >
                <bdi>{session.user_id}</bdi>
              </Link>
            </Fact>
          )}
        </TotalFacts>
      )}
      {data && <ScoreSums sums={data} />}
      {turns.error && !error && <Problem error={turns.error} onRetry={turns.refetch} />}
      {!turns.data && !turns.error && <SkeletonRows rows={6} height="h-24" />}
      {loadedTurns.length > 0 && (
        <ol
          ref={list}
          aria-label="Turns"
          className="relative flex w-full max-w-6xl flex-col self-center py-2"
        >
          {loadedTurns.map((turn, index) => (
            <TurnView key={turn.trace.trace_id} turn={turn} number={index + 1} />
          ))}
          {turns.hasNextPage && <More isBusy={turns.isFetching} onMore={() => void turns.fetchNextPage()} />}
        </ol>
      )}
    </Page>
  )
}

/** Scrolls to the next failed turn below the upper edge; after the last one, to the first. */
function goToFailed(list: RefObject<HTMLOListElement | null>) {
  const failed = [...(list.current?.querySelectorAll<HTMLElement>('[data-failed]') ?? [])]
  const edge = (list.current?.parentElement?.getBoundingClientRect().top ?? 0) + 8
  const next = failed.find((turn) => turn.getBoundingClientRect().top > edge + 1) ?? failed[0]
  next?.scrollIntoView({ block: 'start' })
  next?.querySelector('a')?.focus({ preventScroll: true })
}

/** Loads more turns when it comes into view. */
function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isBusy || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isBusy, onMore])
  return (
    <li ref={end} className="flex justify-center py-4">
      <Button kind="quiet" disabled={isBusy} onClick={onMore}>
        <ChevronDown />
        More turns
      </Button>
    </li>
  )
}

/** The text and media of a question or an answer. */
const TurnContent = ({ text, media }: { text: string | null; media: Turn['input_media'] }) => (
  <>
    {text !== null && (
      <div className="flex items-start gap-2">
        <FormattedText text={text} className="min-w-0 flex-1" />
        <FormatSwitch texts={[text]} />
      </div>
    )}
    {media.map((item) => (
      <MediaView key={item.sha256} media={item} />
    ))}
  </>
)

function TurnView({ turn, number }: { turn: Turn; number: number }) {
  const { trace, input, output, is_whole: isWhole, last_request_id: request } = turn
  const { input_media: inputMedia, output_media: outputMedia } = turn
  const hasFailed = trace.status === 'ERROR'
  return (
    <li
      data-failed={hasFailed ? '' : undefined}
      className="grid scroll-mt-2 grid-cols-[minmax(0,1fr)_15rem] gap-6 px-4 py-3 max-md:grid-cols-1 max-md:gap-2 not-last:border-b"
    >
      <div className="flex min-w-0 flex-col gap-2">
        {(input !== null || inputMedia.length > 0) && (
          <div className="flex max-w-[85%] flex-col gap-2 self-end rounded-lg bg-raised px-3 py-2">
            <span className="sr-only">User: </span>
            <TurnContent text={input} media={inputMedia} />
          </div>
        )}
        {/* The error stands above the answer, because an agent that answers has retried or skipped the failed step. */}
        {turn.error !== null && <ErrorText className="self-start" text={turn.error} />}
        {(output !== null || outputMedia.length > 0) && (
          <div className="flex max-w-[85%] min-w-0 flex-col gap-2 self-start rounded-lg border border-computed/40 bg-surface px-3 py-2">
            <span className="sr-only">Assistant: </span>
            <TurnContent text={output} media={outputMedia} />
          </div>
        )}
        {input === null && output === null && inputMedia.length + outputMedia.length === 0 && (
          <p className="text-small text-ink-faint">
            {trace.request_count === 0 ? 'No model call in this trace.' : 'The model calls have no text.'}
          </p>
        )}
        {!isWhole && request !== null && (
          <Link
            to="/requests"
            search={{ request }}
            className="self-start text-small text-accent-ink hover:underline"
          >
            Cut after 10,000 characters. Open the whole request
          </Link>
        )}
      </div>
      <aside
        aria-label={`Trace of turn ${number}`}
        className={`flex min-w-0 flex-col gap-1 self-start border-l-2 pl-3 text-small ${hasFailed ? 'border-bad' : 'border-line'}`}
      >
        <Link
          to="/traces/$traceId"
          params={{ traceId: trace.trace_id }}
          className="flex min-w-0 items-center gap-1.5 text-body font-medium text-accent-ink hover:underline"
        >
          <span className="text-ink-faint tabular-nums">{number}</span>
          <bdi className="truncate">{trace.name || 'unnamed'}</bdi>
        </Link>
        <span className="flex items-center gap-2 text-ink-soft">
          <ClockTime at={trace.started_at} />
          {trace.state === 'live' && <Badge tone="note">Live</Badge>}
        </span>
        <span className="text-ink-soft tabular-nums">
          {duration(trace.duration_ms)} · {counted(trace.span_count, 'span')}
          {trace.request_count > 0 && ` · ${totalCostText(trace)}`}
        </span>
        {trace.error_count > 0 && <span className="text-bad">{counted(trace.error_count, 'error')}</span>}
        {trace.scores.length > 0 && (
          <span className="flex flex-wrap gap-1">
            {trace.scores.map((score) => (
              <Badge key={score.name}>
                <bdi>
                  {score.name} {scoreText(score)}
                </bdi>
              </Badge>
            ))}
          </span>
        )}
        {trace.tools.length > 0 && (
          <span className="flex min-w-0 items-center gap-1 text-ink-soft" title={trace.tools.join(', ')}>
            <KindIcon kind="tool" />
            <bdi className="truncate">{trace.tools.join(', ')}</bdi>
          </span>
        )}
        {request !== null && (
          <Link
            to="/playground"
            search={{ request }}
            title="The last model call of this turn"
            className="self-start text-accent-ink hover:underline"
          >
            Open in playground
          </Link>
        )}
      </aside>
    </li>
  )
}
