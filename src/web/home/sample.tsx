import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/index.ts'
import { Badge, Button, Card, Dialog, type Kind, KindIcon, ProgressBar } from '../design/index.ts'
import { type Sample, useLoadSample, useRemoveSample, useSample } from './use-sample.ts'

/** Loads sample data into an empty workspace, without a key or code. */
export function LoadSample() {
  const load = useLoadSample()
  return (
    <div className="flex flex-wrap items-center gap-3 border-t bg-sunken p-4">
      <p className="min-w-60 flex-1 text-ink-soft">
        Look around first: a support desk with prompts, a week of requests, traces, a scored evaluation, a
        workflow and a dashboard. Everything is marked as sample, and can be removed again.
      </p>
      <Button isBusy={load.isPending} onClick={() => load.mutate()}>
        Load the sample workspace
      </Button>
    </div>
  )
}

/** The loaded sample: its progress, links to its parts, and its removal. */
export function SampleCard() {
  const isAdmin = useMay('admin')
  const sample = useSample()?.sample
  const [isConfirming, setConfirming] = useState(false)
  const remove = useRemoveSample()
  if (!sample) return null
  if (sample.state === 'loading')
    return (
      <Card title="Loading the sample workspace">
        <div className="px-4 pb-4">
          <ProgressBar label="Sample loaded" value={sample.steps_done} max={sample.steps} />
        </div>
      </Card>
    )
  return (
    <Card
      title="Sample workspace"
      action={
        isAdmin && (
          <Button size="small" isBusy={remove.isPending} onClick={() => setConfirming(true)}>
            Remove
          </Button>
        )
      }
    >
      {sample.state === 'failed' ? (
        <p className="px-4 pb-4 text-bad">Loading failed: {sample.error}. Remove the sample to try again.</p>
      ) : (
        <>
          <p className="px-4 pb-3 text-ink-soft">
            Prompts, requests and charts include the sample data of a support desk. Its prompts and requests
            have the tag <Badge>sample</Badge>.
          </p>
          <ul className="grid grid-cols-4 border-t max-lg:grid-cols-2 max-[480px]:grid-cols-1">
            {sampleLinks(sample).map(({ kind, name, description, link }) => (
              <li key={name}>
                <Link {...link} className="flex h-full items-center gap-3 px-4 py-2.5 hover:bg-sunken">
                  <KindIcon kind={kind} />
                  <span className="flex min-w-0 flex-col">
                    <span className="truncate font-medium">{name}</span>
                    <span className="text-small text-ink-soft">{description}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {isConfirming && (
        <Dialog
          onClose={() => setConfirming(false)}
          title="Remove the sample workspace?"
          actions={
            <>
              <Button onClick={() => setConfirming(false)}>Cancel</Button>
              <Button
                kind="danger"
                onClick={() => {
                  setConfirming(false)
                  remove.mutate()
                }}
              >
                Remove
              </Button>
            </>
          }
        >
          <p>
            Everything that was loaded is deleted, with the comments and scores on it. Your team’s work stays:
            a prompt or workflow with a version or a label of your own, a changed table, dashboard or
            playground. Deleted prompts, tables and workflows can be restored for 30 days.
          </p>
        </Dialog>
      )}
    </Card>
  )
}

interface SampleLink {
  readonly kind: Kind
  readonly name: string
  readonly description: string
  readonly link: LinkProps
}

function sampleLinks({
  folder_id,
  table_id,
  trace_id,
  dashboard_id,
  workflow_id,
  playground_id,
  request_ids,
  prompt_ids,
}: Sample): SampleLink[] {
  const links: SampleLink[] = [
    {
      kind: 'prompt',
      name: `${prompt_ids.length} prompts`,
      description: 'Versions and labels',
      link: { to: '/prompts', search: folder_id === null ? {} : { folder: folder_id } },
    },
    {
      kind: 'model',
      name: `${request_ids.length} requests`,
      description: 'A week, with scores and cost',
      link: {
        to: '/requests',
        search: { range: '7d', filters: [{ field: 'tags', operator: 'contains', value: 'sample' }] },
      },
    },
  ]
  if (table_id !== null)
    links.push({
      kind: 'table',
      name: 'Evaluation',
      description: 'Two versions scored',
      link: { to: '/tables/$tableId', params: { tableId: table_id } },
    })
  if (trace_id !== null)
    links.push({
      kind: 'retriever',
      name: 'Trace',
      description: 'A ticket, step by step',
      link: { to: '/traces/$traceId', params: { traceId: trace_id } },
    })
  if (dashboard_id !== null)
    links.push({
      kind: 'calculation',
      name: 'Dashboard',
      description: 'Traffic, cost and quality',
      link: { to: '/dashboards/$dashboardId', params: { dashboardId: String(dashboard_id) } },
    })
  if (workflow_id !== null)
    links.push({
      kind: 'workflow',
      name: 'Workflow',
      description: 'Three runs, one failed',
      link: { to: '/workflows/$workflowId', params: { workflowId: String(workflow_id) } },
    })
  if (playground_id !== null)
    links.push({
      kind: 'text',
      name: 'Playground',
      description: 'Two versions, four cases',
      link: { to: '/playground', search: { id: playground_id } },
    })
  return links
}
