import { Link } from '@tanstack/react-router'
import { Button, CopyButton, FoldedText, HeadedPanel, Time } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import type { Run } from '../queries.ts'
import { CostFacts } from './cost-facts.tsx'
import { Fact, Facts, Part, ShownValue } from './facts.tsx'
import { NodeBadge } from './run-badge.tsx'

interface Props {
  readonly run: Run
  readonly onSelect: (name: string) => void
  readonly onRuns: () => void
  readonly onClose: () => void
}

/**
 * The number of listed failures. One failed node can fail others, and each node shows its own failure.
 */
const maxFailures = 3

/** A run and its nodes. A node can be chosen here or in the drawing. */
export function RunPanel({ run, onSelect, onRuns, onClose }: Props) {
  const inputs = Object.entries(run.input_variables)
  const failed = run.nodes.filter(({ status }) => status === 'FAILED')
  const outputs = run.nodes.filter((node) => node.is_output_node && node.status === 'SUCCESS')
  return (
    <HeadedPanel
      label={`Run ${run.id}`}
      title={`Run ${run.id}`}
      actions={
        <Button kind="quiet" size="small" onClick={onRuns}>
          All runs
        </Button>
      }
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
        <Facts>
          <Fact name="Started">
            <Time at={run.created_at} />
          </Fact>
          {run.finished_at && (
            <Fact name="Duration">{duration(Date.parse(run.finished_at) - Date.parse(run.created_at))}</Fact>
          )}
          <CostFacts requests={run.nodes.flatMap(({ request_ids }) => request_ids)} />
          <Fact name="Trace">
            <span className="flex items-center gap-1">
              <Link
                to="/traces/$traceId"
                params={{ traceId: run.trace_id }}
                className="min-w-0 truncate font-mono text-accent-ink underline"
              >
                {run.trace_id}
              </Link>
              <CopyButton name="trace id" text={run.trace_id} />
            </span>
          </Fact>
        </Facts>
        {failed.slice(0, maxFailures).map((node) => (
          <Part key={node.name} name={`${node.name} failed`}>
            <div className="rounded-md bg-bad-soft px-3 py-2 text-bad">
              <FoldedText text={node.error_message ?? ''} />
            </div>
          </Part>
        ))}
        {outputs.map((node) => (
          <Part key={node.name} name={`Output of ${node.name}`}>
            <ShownValue value={node.value} />
          </Part>
        ))}
        <Part name="Nodes">
          <ul className="flex flex-col">
            {run.nodes.map((node) => (
              <li key={node.name}>
                <button
                  type="button"
                  className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-raised"
                  onClick={() => onSelect(node.name)}
                >
                  <bdi className="min-w-0 flex-1 truncate">{node.name}</bdi>
                  {node.status !== 'SKIPPED' && node.started_at && node.finished_at && (
                    <span className="text-small text-ink-faint tabular-nums">
                      {duration(Date.parse(node.finished_at) - Date.parse(node.started_at))}
                    </span>
                  )}
                  <NodeBadge status={node.status} />
                </button>
              </li>
            ))}
          </ul>
        </Part>
        {inputs.map(([name, value]) => (
          <Part key={name} name={<code>{name}</code>}>
            <ShownValue value={value} />
          </Part>
        ))}
      </div>
    </HeadedPanel>
  )
}
