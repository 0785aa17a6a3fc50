import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { call, invalidate, useMay } from '../../api/index.ts'
import { Badge, Button, SkeletonRows } from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { Pencil, Play, Square } from '../../icons/index.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { blank, definitionOf } from '../definition/definition.ts'
import type { Selected } from '../graph/drawing.ts'
import { Graph } from '../graph/graph.tsx'
import { runQuery, versionQuery, workflowKey } from '../queries.ts'
import { NodeResultPanel } from './node-result-panel.tsx'
import { RunBadge } from './run-badge.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunPanel } from './run-panel.tsx'

interface Props {
  readonly id: number
  readonly run: number
  readonly above: ReactNode
}

/** A run over the drawing of its version, updated until the run ends. */
export function RunView({ id, run: runId, above }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const mayChange = useMay('contributor')
  const [selected, setSelected] = useState<Selected>(null)
  const [isRunning, setRunning] = useState(false)
  const query = useQuery(runQuery(runId))
  const run = query.data
  const number = run?.workflow_version_number
  const version = useQuery({ ...versionQuery(id, number), enabled: number !== undefined })
  const definition = useMemo(() => (version.data ? definitionOf(version.data) : blank), [version.data])
  const results = useMemo(() => new Map(run?.nodes.map((node) => [node.name, node])), [run])
  const cancel = useChange(
    () => call('cancelWorkflowRun', { params: { workflow_version_execution_id: runId } }),
    {
      done: ({ state }) =>
        state === 'cancelled' ? `Run ${runId} cancelled` : `Run ${runId} had already ended`,
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: runQuery(runId).queryKey })
        await invalidate([...workflowKey(id), 'runs'])
      },
    },
  )
  /** Opens the editor, with the panel of a node if one is named. */
  const leave = (node?: string) =>
    void navigate({ search: number === undefined ? {} : { version: number, node } })
  const result = selected?.kind === 'node' ? results.get(selected.name) : undefined
  const node = definition.nodes.find(({ name }) => name === result?.name)
  const problem = query.error ?? version.error
  return (
    <Page
      title={
        <>
          {version.data && <bdi>{version.data.workflow_name} · </bdi>}run {runId}
        </>
      }
      above={above}
      badges={
        run && (
          <>
            <Badge>v{run.workflow_version_number}</Badge>
            <RunBadge run={run} />
          </>
        )
      }
      actions={
        <>
          {run?.state === 'running' && mayChange && (
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              <Square />
              Cancel run
            </Button>
          )}
          {run && version.data && run.state !== 'running' && mayChange && (
            <Button onClick={() => setRunning(true)}>
              <Play />
              Run again
            </Button>
          )}
          <Button onClick={() => leave()}>
            <Pencil />
            Back to the workflow
          </Button>
        </>
      }
    >
      {problem && (
        <PageProblem
          error={problem}
          onRetry={() => Promise.all([query.refetch(), version.refetch()])}
          back={{ to: '/workflows/$workflowId', params: { workflowId: String(id) }, name: 'the workflow' }}
        />
      )}
      {!problem && !(run && version.data) && <SkeletonRows />}
      {run && version.data && (
        <div className="flex min-h-0 flex-1">
          <Graph
            definition={definition}
            selected={selected}
            refused={null}
            results={results}
            isEditable={false}
            onSelect={setSelected}
            onConnect={() => {}}
            onRemove={() => {}}
          />
          {result && node ? (
            <NodeResultPanel
              run={run}
              node={node}
              result={result}
              results={results}
              onEdit={mayChange ? () => leave(node.name) : null}
              onClose={() => setSelected(null)}
            />
          ) : (
            <RunPanel
              run={run}
              onSelect={(name) => setSelected({ kind: 'node', name })}
              onRuns={() => void navigate({ search: { panel: 'runs', version: number } })}
              onClose={() => leave()}
            />
          )}
        </div>
      )}
      {isRunning && run && (
        <RunDialog
          id={id}
          version={run.workflow_version_number}
          inputs={definition.inputs}
          isChanged={false}
          onClose={() => setRunning(false)}
        />
      )}
    </Page>
  )
}
