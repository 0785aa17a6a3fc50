import { useQuery } from '@tanstack/react-query'
import { type Answer, queryOf } from '../api/index.ts'
import { Badge, Problem, Skeleton } from '../design/index.ts'
import { ShieldAlert, ShieldCheck, ShieldX } from '../icons/index.ts'

type Sandbox = Answer<'readSandbox'>['sandbox']

const levels: Readonly<Record<Sandbox['level'], { readonly name: string; readonly description: string }>> = {
  bubblewrap: {
    name: 'Bubblewrap',
    description: 'Code runs in its own namespaces: it sees no file, process or network of this machine.',
  },
  namespaces: {
    name: 'Namespaces',
    description: 'Code runs in its own namespaces: it sees no file, process or network of this machine.',
  },
  permission: {
    name: 'Node’s permissions',
    description: 'WebAssembly and Node’s permissions isolate code here; the operating system does not.',
  },
  none: {
    name: 'The engine alone',
    description: 'Only WebAssembly isolates code here; Node and the operating system do not.',
  },
}

/** The protection of the sandbox on this machine, as tested by the server. */
export function SandboxLevel() {
  const { data, error, refetch } = useQuery(queryOf(['sandbox'], 'readSandbox'))
  if (error) return <Problem error={error} onRetry={refetch} className="m-0" />
  if (!data) return <Skeleton className="h-28" />
  const { level, details, is_walled, is_strict, can_run } = data.sandbox
  const { name, description } = levels[level]
  const Icon = !can_run ? ShieldX : is_walled ? ShieldCheck : ShieldAlert
  return (
    <section aria-label="Sandbox" className="flex gap-3 rounded-lg border bg-surface p-4">
      <Icon
        aria-hidden
        className={`size-5 shrink-0 ${!can_run ? 'text-bad' : is_walled ? 'text-good' : 'text-warning'}`}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge tone={is_walled ? 'good' : 'warning'}>
            {is_walled ? 'isolated by the operating system' : 'not isolated by the operating system'}
          </Badge>
          {is_strict && <Badge>strict</Badge>}
        </h3>
        <p className="text-small text-ink-soft">{description}</p>
        {!can_run && (
          <p className="text-small text-bad">
            CODE_SANDBOX=strict requires isolation by the operating system, so no code runs.
          </p>
        )}
        {!is_walled && can_run && (
          <p className="text-small text-ink-soft">
            Install bubblewrap on this machine. CODE_SANDBOX=strict refuses to run code without isolation.
          </p>
        )}
        <details className="text-small">
          <summary className="w-fit py-1 text-ink-faint hover:text-ink">Test results</summary>
          <p className="font-mono break-words text-ink-soft">{details}</p>
        </details>
      </div>
    </section>
  )
}
