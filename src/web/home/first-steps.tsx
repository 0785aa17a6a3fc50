import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Answer, call, readStored, useMay, useSession, writeStored } from '../api/index.ts'
import { Button, Card, CodeBlock, IconButton, ProgressBar, Skeleton } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Circle, CircleCheck, X } from '../icons/index.ts'
import { firstRequest } from './first-request.ts'
import { LoadSample } from './sample.tsx'
import { useSample } from './use-sample.ts'

/**
 * Milliseconds between two reads of the facts, because people do the steps on other screens and in other
 * programs.
 */
const pollMilliseconds = 3_000

const isNoSample = {
  logic: 'AND' as const,
  filters: [{ field: 'tags' as const, operator: 'not_contains' as const, value: 'sample' }],
}
/** Number of the sample's requests without the tag `sample`: those of its trace. */
const untagged = 2

interface Step {
  readonly name: string
  readonly why: string
  readonly link: LinkProps
  readonly isForAdmins?: true
  readonly isDone: boolean
  /** What admins can do for the step on Home. */
  readonly here?: ReactNode
}

interface Props {
  /** True if some steps are not done for sure, so that a skeleton is shown while the facts load. */
  readonly isExpected: boolean
}

const isTeam = ({ members, invitations }: Answer<'listMembers'>): boolean =>
  members.length > 1 || invitations.length > 0

/**
 * The steps from an empty workspace to the first scored table. Data of the workspace, except the sample,
 * ticks them; each person can hide them.
 */
export function FirstSteps({ isExpected }: Props) {
  const session = useSession()
  const isAdmin = useMay('admin')
  const dismissal = `first-steps ${session?.workspace.id} ${session?.person?.id}`
  const [isDismissed, setDismissed] = useState(() => readStored(dismissal) === 'dismissed')
  const watched = (isDone: boolean) => (isDone || isDismissed ? false : pollMilliseconds)
  const isEnabled = !isDismissed
  const loaded = useSample()
  const sample = loaded?.sample ?? null
  const {
    prompt_ids: samplePrompts = [],
    request_ids: sampleRequests = [],
    table_id: sampleTable = null,
  } = sample ?? {}
  const connections = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('listConnections'),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) =>
      watched(data !== undefined && (data.connections.length > 0 || data.environment_providers.length > 0)),
  })
  const prompts = useQuery({
    queryKey: ['prompts', 'any', samplePrompts],
    queryFn: async () => {
      const { prompts } = await call('listPrompts', { query: { per_page: samplePrompts.length + 1 } })
      return prompts.some(({ id }) => !samplePrompts.includes(id))
    },
    enabled: isEnabled && loaded !== undefined,
    refetchInterval: ({ state }) => watched(state.data === true),
  })
  const requests = useQuery({
    queryKey: ['requests', 'any', sampleRequests.length],
    queryFn: async ({ client, queryKey }) => {
      const { items } = await call('searchRequests', {
        body: { per_page: untagged + 1, ...(sample && { filter_group: isNoSample }) },
      })
      const isAny = items.some(({ id }) => !sampleRequests.includes(id))
      // The figures below the steps appear with the first request.
      if (isAny && client.getQueryData(queryKey) === false)
        void client.invalidateQueries({ queryKey: ['analytics'] })
      return isAny
    },
    enabled: isEnabled && loaded !== undefined,
    refetchInterval: ({ state }) => watched(state.data === true),
  })
  const tables = useQuery({
    queryKey: ['tables', 'any', sampleTable],
    queryFn: async () => {
      const { data } = await call('listTables', { query: { limit: 2 } })
      return data.some(({ id }) => id !== sampleTable)
    },
    enabled: isEnabled && loaded !== undefined,
    refetchInterval: ({ state }) => watched(state.data === true),
  })
  const members = useQuery({
    queryKey: ['members'],
    queryFn: () => call('listMembers'),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => watched(data !== undefined && isTeam(data)),
  })
  if (isDismissed) return null
  const loading = isExpected ? <Skeleton className="h-72" /> : null
  if (!connections.data || !members.data) return loading
  const { data: hasPrompts } = prompts
  const { data: hasRequests } = requests
  const { data: hasTables } = tables
  if (hasPrompts === undefined || hasRequests === undefined || hasTables === undefined) return loading
  const all: readonly Step[] = [
    {
      name: 'Add a provider key',
      why: 'Galley calls models with it, for runs, the playground and evaluations.',
      link: { to: '/settings/connections', search: { add: true } },
      isForAdmins: true,
      isDone:
        connections.data.environment_providers.length > 0 ||
        connections.data.connections.some((connection) => connection.has_api_key),
    },
    {
      name: 'Send the first request',
      why: 'Every call of a model that your application logs is searched, priced and charted here.',
      link: { to: '/requests' },
      isDone: hasRequests,
      here: <FirstRequest />,
    },
    {
      name: 'Write the first prompt',
      why: 'Each save is a version; labels such as prod say which one your application gets.',
      link: hasPrompts ? { to: '/prompts' } : { to: '/prompts/new' },
      isDone: hasPrompts,
    },
    {
      name: 'Make the first table',
      why: 'Evaluate prompts, models and agents on rows of examples.',
      link: { to: '/tables' },
      isDone: hasTables,
    },
    {
      name: 'Invite your team',
      why: 'Each member has a role, from viewer to admin, and the audit log says who changed what.',
      link: { to: '/settings/members' },
      isForAdmins: true,
      isDone: isTeam(members.data),
    },
  ]
  const steps = all.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const done = steps.filter(({ isDone }) => isDone)
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return null
  const dismiss = () => {
    writeStored(dismissal, 'dismissed')
    setDismissed(true)
  }
  return (
    <Card
      title="First steps"
      action={
        <span className="flex items-center gap-3">
          <span role="status" className="text-small text-ink-soft tabular-nums">
            {done.length} of {steps.length}
          </span>
          <ProgressBar label="First steps done" value={done.length} max={steps.length} className="w-24" />
          <IconButton label="Hide the first steps" onClick={dismiss}>
            <X />
          </IconButton>
        </span>
      }
    >
      {done.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3">
          {done.map(({ name, link }) => (
            <li key={name}>
              <Link
                {...link}
                className="flex h-6 items-center gap-1.5 text-small text-ink-soft hover:underline"
              >
                <CircleCheck className="size-4 shrink-0 text-good" aria-label="Done" />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ol>
        {open.map(({ name, why, link, here }) => (
          <li key={name} className="border-t">
            <Link {...link} className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken">
              <Circle className="size-5 shrink-0 text-ink-faint" aria-label="To do" />
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{name}</span>
                <span className="text-small text-ink-soft">{why}</span>
              </span>
            </Link>
            {isAdmin && here}
          </li>
        ))}
      </ol>
      {isAdmin && sample === null && !(hasPrompts && hasRequests) && <LoadSample />}
    </Card>
  )
}

/** A command that sends a request to this workspace, with a key made for it. */
function FirstRequest() {
  const [command, setCommand] = useState<string | null>(null)
  const make = useChange(
    () => call('createApiKey', { body: { name: 'first request', role: 'contributor' } }),
    { keys: ['api-keys'], onSuccess: ({ key }) => setCommand(firstRequest(location.origin, key)) },
  )
  return (
    <div className="flex flex-col gap-2 pr-4 pb-3 pl-12">
      {command === null ? (
        <Button className="self-start" isBusy={make.isPending} onClick={() => make.mutate()}>
          Make a key and a command
        </Button>
      ) : (
        <>
          <p className="text-ink-soft">
            Run this in a terminal. The key in it is not shown again; revoke it under{' '}
            <Link to="/settings/keys" className="text-accent-ink underline">
              API keys
            </Link>
            .
          </p>
          <CodeBlock what="command" text={command} />
        </>
      )}
    </div>
  )
}
