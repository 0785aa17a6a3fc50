import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { call, useMay, useSession } from '../api/index.ts'
import { classNames, Problem, Skeleton } from '../design/index.ts'
import { Page, setStepsLeft } from '../shell/index.ts'

/** Somebody works through it in other tabs and at other screens, so it looks again by itself. */
const everyMilliseconds = 3_000

/** From an empty workspace to the first answer; each step ticks itself. What takes an admin is asked of admins. */
export function FirstSteps() {
  const session = useSession()
  const isAdmin = useMay('admin')
  const watched = { refetchInterval: everyMilliseconds }
  const connections = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('listConnections'),
    ...watched,
  })
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: () => call('listKeys'),
    enabled: isAdmin,
    ...watched,
  })
  const prompts = useQuery({
    queryKey: ['prompts', 'any'],
    queryFn: () => call('listPrompts', { query: { per_page: 1 } }),
    ...watched,
  })
  const requests = useQuery({
    queryKey: ['requests', 'any'],
    queryFn: () => call('searchRequests', { body: { per_page: 1 } }),
    refetchInterval: ({ state }) => (state.data && state.data.items.length > 0 ? false : everyMilliseconds),
  })
  const prompt = prompts.data?.prompts[0]
  const all: readonly Step[] = [
    {
      name: 'Add a provider key',
      why: 'So that Galley can call models for you.',
      link: { to: '/settings/connections' },
      isForAdmins: true,
      isDone: connections.data?.connections.some((connection) => connection.has_api_key) ?? false,
    },
    {
      name: 'Make an API key',
      why: 'So that your application can call Galley.',
      link: { to: '/settings/keys' },
      isForAdmins: true,
      isDone: keys.data?.api_keys.some((key) => key.created_by !== null) ?? false,
    },
    {
      name: 'Write the first prompt',
      why: 'Versioned from the first word on.',
      link: { to: '/prompts' },
      isDone: prompt !== undefined,
    },
    {
      name: 'Send the first request',
      why: 'From your code, with what “Use in code” has to paste; or press Run in the prompt.',
      link: prompt
        ? { to: '/prompts/$promptId', params: { promptId: String(prompt.id) }, search: { tab: 'code' } }
        : { to: '/prompts' },
      isDone: (requests.data?.items.length ?? 0) > 0,
    },
  ]
  const steps = all.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const left = steps.filter(({ isDone }) => !isDone).length
  const asked = [connections, ...(isAdmin ? [keys] : []), prompts, requests]
  const isKnown = asked.every(({ data }) => data !== undefined)
  const problem = asked.find(({ data, error }) => error && !data)?.error
  useEffect(() => {
    if (isKnown) setStepsLeft(left > 0)
  }, [isKnown, left])
  return (
    <Page title={`Welcome${session?.person ? `, ${session.person.name}` : ''}`}>
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 p-6">
        {problem && (
          <Problem
            error={problem}
            onRetry={() => Promise.all(asked.map(({ refetch }) => refetch()))}
            className="m-0"
          />
        )}
        {!isKnown && !problem && <Skeleton className="h-5 w-40" />}
        {isKnown && (
          <p role="status" className="text-ink-soft">
            {left === 0
              ? 'All done. This page stays under Settings.'
              : `${left} of ${steps.length} steps left.`}
          </p>
        )}
        <ol className="divide-y rounded-lg border bg-surface">
          {steps.map(({ name, why, link, isDone }) => (
            <li key={name}>
              <Link {...link} className="flex items-center gap-3 p-4 hover:bg-sunken">
                {isDone ? (
                  <CircleCheck className="size-5 shrink-0 text-good" aria-label="Done" />
                ) : (
                  <Circle className="size-5 shrink-0 text-ink-faint" aria-label="To do" />
                )}
                <span className="flex flex-col">
                  <span className={classNames('font-medium', isDone && 'text-ink-soft')}>{name}</span>
                  <span className="text-small text-ink-soft">{why}</span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </Page>
  )
}

interface Step {
  readonly name: string
  readonly why: string
  readonly link: LinkProps
  readonly isForAdmins?: boolean
  readonly isDone: boolean
}
