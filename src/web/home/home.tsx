import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../api/index.ts'
import { Card, counted, Figure, Problem, percent, Skeleton, Time } from '../design/index.ts'
import { CircleCheck } from '../icons/index.ts'
import { costText, duration, money } from '../requests/index.ts'
import { Page } from '../shell/index.ts'
import { changeText, pointsText } from './change-text.ts'
import { Evaluations } from './evaluations.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestErrors } from './latest-errors.tsx'
import { Recent } from './recent.tsx'
import { SampleCard } from './sample.tsx'
import { type DayFigures, readDay, readFailingPrompts, spansOf } from './today.ts'
import { WaitingReleases } from './waiting-releases.tsx'

const minuteMilliseconds = 60_000

const errorsLink: LinkProps = {
  to: '/requests',
  search: { filters: [{ field: 'status', operator: 'is', value: 'ERROR' }], range: '24h' },
}

/** The start page: figures of today, failures, pending decisions, recent changes. */
export function Home() {
  const session = useSession()
  const [spans] = useState(() => spansOf(new Date()))
  const today = useQuery({
    queryKey: ['analytics', 'today'],
    queryFn: ({ signal }) => readDay(spansOf(new Date()).today, signal),
    refetchInterval: minuteMilliseconds,
  })
  const yesterday = useQuery({
    queryKey: ['analytics', 'yesterday', spans.yesterday],
    queryFn: ({ signal }) => readDay(spans.yesterday, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failing = useQuery({
    queryKey: ['analytics', 'failing'],
    queryFn: ({ signal }) => readFailingPrompts(spansOf(new Date()).today, signal),
    refetchInterval: minuteMilliseconds,
  })
  const problem = today.error ?? yesterday.error ?? failing.error
  const hasFigures = today.data !== undefined && yesterday.data !== undefined
  /** Figures and failures are shown only if there were requests. */
  const hasTraffic = hasFigures && today.data.requests + yesterday.data.requests > 0
  return (
    <Page title="Home" badges={<span className="truncate text-ink-faint">{session?.workspace.name}</span>}>
      <div className="mx-auto flex w-full max-w-[1200px] flex-col gap-4 p-6 max-sm:p-4">
        <FirstSteps isExpected={hasFigures && !hasTraffic} />
        <SampleCard />
        {problem && (
          <Problem
            error={problem}
            onRetry={() => Promise.all([today, yesterday, failing].map(({ refetch }) => refetch()))}
            className="m-0"
          />
        )}
        {hasTraffic && <Figures today={today.data!} yesterday={yesterday.data!} />}
        {!hasFigures && !problem && <Skeleton className="h-32" />}
        <div className="grid items-start gap-4 *:empty:hidden lg:grid-cols-[repeat(auto-fit,minmax(28rem,1fr))]">
          <div className="flex min-w-0 flex-col gap-4">
            {hasTraffic && <FailingPrompts prompts={failing.data} hasProblem={problem !== null} />}
            {hasTraffic && <LatestErrors />}
            <Evaluations />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <WaitingReleases />
            <Recent />
          </div>
        </div>
        {hasTraffic && (
          <p className="text-small text-ink-faint">
            Production requests since midnight, compared with yesterday up to the same time. Updated{' '}
            <Time at={new Date(today.dataUpdatedAt).toISOString()} />.
          </p>
        )}
      </div>
    </Page>
  )
}

interface FailingProps {
  /** Undefined until they are loaded. */
  readonly prompts: Awaited<ReturnType<typeof readFailingPrompts>> | undefined
  readonly hasProblem: boolean
}

const FailingPrompts = ({ prompts, hasProblem }: FailingProps) => (
  <Card
    title="Prompts that fail today"
    action={
      <Link {...errorsLink} className="text-small text-accent-ink hover:underline">
        All errors
      </Link>
    }
  >
    {prompts?.length === 0 && (
      <p className="flex items-center gap-2 px-4 pb-4 text-ink-soft">
        <CircleCheck className="size-4 text-good" aria-hidden />
        No prompt has failed today.
      </p>
    )}
    {!prompts && !hasProblem && <Skeleton className="mx-4 mb-4 h-16" />}
    <ul className="flex flex-col">
      {prompts?.map(({ id, name, errors, share }) => (
        <li key={id} className="border-t">
          <Link
            to="/prompts/$promptId"
            params={{ promptId: id }}
            search={{ tab: 'usage' }}
            className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
          >
            <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
            {share !== null && (
              <span className="text-small text-ink-faint">{percent(share)} of its requests</span>
            )}
            <span className="text-bad tabular-nums">{counted(errors, 'error')}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

/** A single hour draws no line, and its chart would wrap below a long number. */
const trailOf = (hours: readonly (number | null)[]) => hours.length > 1 && { trail: hours }

/** Null without requests. */
const errorRateOf = ({ errors, requests }: DayFigures) => (requests === 0 ? null : errors / requests)

function Figures({ today, yesterday }: { today: DayFigures; yesterday: DayFigures }) {
  const { hours } = today
  const [errorRate, errorRateBefore] = [errorRateOf(today), errorRateOf(yesterday)]
  return (
    <section aria-label="Today" className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-[480px]:grid-cols-1">
      <Tile link={{ to: '/analytics', search: { range: '24h' } }}>
        <Figure
          label="Requests"
          value={today.requests.toLocaleString('en')}
          change={changeText(today.requests, yesterday.requests)}
          {...trailOf(hours.requests)}
        />
      </Tile>
      <Tile link={errorsLink}>
        <Figure
          label="Error rate"
          value={errorRate === null ? '–' : percent(errorRate)}
          change={pointsText(errorRate, errorRateBefore)}
          isGood={better(errorRate, errorRateBefore)}
          {...trailOf(hours.errors)}
        />
      </Tile>
      <Tile link={{ to: '/analytics', search: { range: '24h' } }}>
        <Figure
          label="Latency p95"
          value={today.p95 === null ? '–' : duration(today.p95)}
          change={changeText(today.p95, yesterday.p95)}
          isGood={better(today.p95, yesterday.p95)}
          {...trailOf(hours.p95)}
        />
      </Tile>
      <Tile link={{ to: '/analytics', search: { part: 'costs', range: '24h' } }}>
        <Figure
          label={
            today.unpriced > 0 ? `Spend, ${today.unpriced.toLocaleString('en')} without a price` : 'Spend'
          }
          value={today.cost === 0 && today.unpriced > 0 ? '–' : money(today.cost)}
          change={`Yesterday ${costText(yesterday.cost, yesterday.unpriced)}`}
          {...trailOf(hours.cost)}
        />
      </Tile>
    </section>
  )
}

/** Whether the figure is lower than before, which is better; undefined without a comparison. */
const better = (now: number | null, before: number | null): boolean | undefined =>
  now === null || before === null || now === before ? undefined : now < before

const Tile = ({ link, children }: { link: LinkProps; children: ReactNode }) => (
  <Link {...link} className="block rounded-lg border bg-surface p-4 hover:border-line-strong">
    {children}
  </Link>
)
