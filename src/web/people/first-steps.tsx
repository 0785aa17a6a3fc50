import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { call, useMay, useSession } from '../api/index.ts'
import { classNames } from '../design/index.ts'
import { Page } from '../shell/index.ts'

/** Somebody works through it in other tabs and at other screens, so it looks again by itself. */
const everyMilliseconds = 3_000

/** From an empty workspace to the first answer; each step ticks itself. */
export function FirstSteps() {
  const session = useSession()
  const mayRun = useMay('admin')
  const watched = { refetchInterval: everyMilliseconds }
  const connections = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('listConnections'),
    ...watched,
  })
  const keys = useQuery({
    queryKey: ['api-keys'],
    queryFn: () => call('listKeys'),
    enabled: mayRun,
    ...watched,
  })
  const prompts = useQuery({
    queryKey: ['prompts', 'any'],
    queryFn: () => call('listPrompts', { query: { per_page: 1 } }),
    ...watched,
  })
  const own = keys.data?.api_keys.filter((key) => key.created_by !== null) ?? []
  const steps = [
    {
      name: 'Add a provider key',
      why: 'So that Galley can call models for you.',
      to: '/settings/connections',
      isDone: connections.data?.connections.some((connection) => connection.has_api_key) ?? false,
    },
    {
      name: 'Make an API key',
      why: 'So that your application can call Galley.',
      to: '/settings/keys',
      isDone: own.length > 0,
    },
    {
      name: 'Write the first prompt',
      why: 'Versioned from the first word on.',
      to: '/prompts',
      isDone: (prompts.data?.total ?? 0) > 0,
    },
    {
      name: 'Send the first request',
      why: 'With your key, from your code; the prompt’s “Use in code” has what to paste.',
      to: '/prompts',
      isDone: own.some((key) => key.last_used_at !== null),
    },
  ]
  const left = steps.filter(({ isDone }) => !isDone).length
  return (
    <Page title={`Welcome${session?.person ? `, ${session.person.name}` : ''}`}>
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4 p-6">
        <p className="text-ink-soft">
          {left === 0
            ? 'All done. This page stays under Settings.'
            : `${left} of ${steps.length} steps left.`}
        </p>
        <ol className="divide-y rounded-lg border bg-surface">
          {steps.map(({ name, why, to, isDone }) => (
            <li key={name}>
              <Link to={to} className="flex items-center gap-3 p-4 hover:bg-sunken">
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
