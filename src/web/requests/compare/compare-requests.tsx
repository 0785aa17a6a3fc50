import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button, CopyButton, Empty, keyboardScroll, Segmented, SkeletonRows } from '../../design/index.ts'
import { ArrowLeftRight } from '../../icons/index.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { requestQuery } from '../request-query.ts'
import { PartRow } from './part-row.tsx'
import { groupsOf, isDifferent } from './request-parts.ts'
import { RequestSide } from './request-side.tsx'

/** Compares two requests side by side. The whole state is in the address. */
export function CompareRequests() {
  const { a, b } = useSearch({ from: '/requests/compare' })
  if (a === undefined || b === undefined)
    return (
      <Page title="Compare requests" above={above}>
        <Empty title="Nothing to compare">Choose two requests in the log, and press Compare.</Empty>
      </Page>
    )
  return <Comparison key={`${a} ${b}`} ids={[a, b]} />
}

const above = (
  <Link to="/requests" className="hover:text-ink">
    Requests /
  </Link>
)

function Comparison({ ids: [a, b] }: { ids: readonly [a: number, b: number] }) {
  const { show } = useSearch({ from: '/requests/compare' })
  const navigate = useNavigate({ from: '/requests/compare' })
  const before = useQuery(requestQuery(a))
  const after = useQuery(requestQuery(b))
  const error = before.error ?? after.error
  const groups = useMemo(
    () => (before.data && after.data ? groupsOf(before.data, after.data) : null),
    [before.data, after.data],
  )
  const parts = groups?.flatMap((group) => group.parts) ?? []
  const isShown = show === 'different' ? isDifferent : () => true
  return (
    <Page
      title="Compare requests"
      above={above}
      actions={
        <>
          <Button onClick={() => void navigate({ search: { a: b, b: a, show }, replace: true })}>
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
          onRetry={() => void Promise.all([before.refetch(), after.refetch()])}
          back={{ to: '/requests', name: 'requests' }}
        />
      )}
      {!error && !groups && <SkeletonRows rows={12} />}
      {!error && groups && (
        <section aria-label="Comparison" {...keyboardScroll} className="min-h-0 flex-1 overflow-auto">
          <div className="grid gap-3 p-4 md:grid-cols-2">
            <RequestSide letter="A" request={before.data!} />
            <RequestSide letter="B" request={after.data!} baseline={before.data!} />
          </div>
          <div className="flex min-h-11 items-center border-y bg-surface px-4 py-1.5">
            <Segmented
              label="Parts"
              value={show ?? 'all'}
              choices={[
                { value: 'all', label: `All ${parts.length.toLocaleString('en')}` },
                {
                  value: 'different',
                  label: `Different ${parts.filter(isDifferent).length.toLocaleString('en')}`,
                },
              ]}
              onChange={(next) =>
                void navigate({
                  search: (before) => ({ ...before, show: next === 'different' ? next : undefined }),
                  replace: true,
                })
              }
            />
          </div>
          {groups.map(({ title, parts: all }) => {
            const listed = all.filter(isShown)
            return (
              listed.length > 0 && (
                <section key={title} aria-label={title} className="flex flex-col gap-3 px-4 pt-4 last:pb-4">
                  <h2 className="text-heading font-semibold">{title}</h2>
                  {listed.map((part, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids, and logged ones never change.
                    <PartRow key={index} part={part} isNamed={part.title !== title} />
                  ))}
                </section>
              )
            )
          })}
          {show === 'different' && !parts.some(isDifferent) && (
            <Empty title="Both requests have the same messages, variables and parameters" />
          )}
        </section>
      )}
    </Page>
  )
}
