import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, readStored, useMay, useSession, writeStored } from '../api/index.ts'
import { Button, Card, CodeBlock, IconButton, ProgressBar, Skeleton } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { ChevronRight, Circle, CircleCheck, X } from '../icons/index.ts'
import { firstRequest } from './first-request.ts'
import { LoadSample } from './sample.tsx'
import { useSample } from './use-sample.ts'
import { useWorkspaceFacts, type WorkspaceFacts } from './use-workspace-facts.ts'

interface Step {
  readonly name: string
  readonly why: string
  readonly link: LinkProps
  readonly isForAdmins?: true
  readonly isDone: boolean
  /** A way to do the step here, for admins. */
  readonly action?: ReactNode
}

const stepsOf = (facts: WorkspaceFacts): readonly Step[] => [
  {
    name: 'Add a provider key',
    why: 'Galley calls models with it, for runs, the playground and evaluations.',
    link: { to: '/settings/connections', search: { add: true } },
    isForAdmins: true,
    isDone: facts.hasProviderKey,
  },
  {
    name: 'Send the first request',
    why: 'You can search every call of a model that your application logs, with its price and latency.',
    link: { to: '/requests' },
    isDone: facts.hasRequests,
    action: <FirstRequest />,
  },
  {
    name: 'Write the first prompt',
    why: 'Each save is a version; labels such as prod say which one your application gets.',
    link: facts.hasPrompts ? { to: '/prompts' } : { to: '/prompts/new' },
    isDone: facts.hasPrompts,
  },
  {
    name: 'Make the first table',
    why: 'Evaluate prompts, models and agents on rows of examples.',
    link: { to: '/tables' },
    isDone: facts.hasTables,
  },
  {
    name: 'Invite your team',
    why: 'Each member has a role, from viewer to admin, and the audit log says who changed what.',
    link: { to: '/settings/members' },
    isForAdmins: true,
    isDone: facts.hasTeam,
  },
]

interface Props {
  /** True if some steps are certainly not done, so that a skeleton is shown while the facts load. */
  readonly isExpected: boolean
}

/** The steps from an empty workspace to the first scored table. Each person can hide them. */
export function FirstSteps({ isExpected }: Props) {
  const session = useSession()
  const isAdmin = useMay('admin')
  const dismissalKey = `first-steps ${session?.workspace.id} ${session?.person?.id}`
  const [isDismissed, setDismissed] = useState(() => readStored(dismissalKey) === 'dismissed')
  const sampleAnswer = useSample()
  const facts = useWorkspaceFacts(sampleAnswer, !isDismissed)
  if (isDismissed) return null
  if (!facts) return isExpected ? <Skeleton className="h-72" /> : null
  const steps = stepsOf(facts).filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const done = steps.filter(({ isDone }) => isDone)
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return null
  const dismiss = () => {
    writeStored(dismissalKey, 'dismissed')
    setDismissed(true)
  }
  const canLoadSample = isAdmin && !sampleAnswer?.sample && !(facts.hasPrompts && facts.hasRequests)
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
      {done.length > 0 && <DoneSteps steps={done} />}
      <ol>
        {open.map(({ name, why, link, action }) => (
          <li key={name} className="border-t">
            <Link {...link} className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunken">
              <Circle className="size-5 shrink-0 text-ink-faint" aria-label="To do" />
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">{name}</span>
                <span className="text-small text-ink-soft">{why}</span>
              </span>
              <ChevronRight className="ml-auto size-4 shrink-0 text-ink-faint" aria-hidden />
            </Link>
            {isAdmin && action}
          </li>
        ))}
      </ol>
      {canLoadSample && <LoadSample />}
    </Card>
  )
}

const DoneSteps = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3">
    {steps.map(({ name, link }) => (
      <li key={name}>
        <Link {...link} className="flex h-6 items-center gap-1.5 text-small text-ink-soft hover:underline">
          <CircleCheck className="size-4 shrink-0 text-good" aria-label="Done" />
          {name}
        </Link>
      </li>
    ))}
  </ul>
)

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
          <CodeBlock name="command" text={command} />
        </>
      )}
    </div>
  )
}
