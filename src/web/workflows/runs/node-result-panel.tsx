import { referencesOf } from '../../columns/forms.ts'
import { ofNodes } from '../../columns/index.ts'
import { names } from '../../columns/values.ts'
import { Button, HeadedPanel } from '../../design/index.ts'
import { Pencil } from '../../icons/index.ts'
import { duration } from '../../requests/index.ts'
import type { Node } from '../definition/definition.ts'
import type { NodeResult, Run } from '../queries.ts'
import { CostFacts } from './cost-facts.tsx'
import { Fact, Facts, Part, ShownValue } from './facts.tsx'
import { NodeBadge } from './run-badge.tsx'

interface Props {
  readonly run: Run
  readonly node: Node
  readonly result: NodeResult
  readonly results: ReadonlyMap<string, NodeResult>
  /** Opens the node in the editor; null if the visitor may not change it. */
  readonly onEdit: (() => void) | null
  readonly onClose: () => void
}

/** The result of one node: inputs, output and metrics. */
export function NodeResultPanel({ run, node, result, results, onEdit, onClose }: Props) {
  const read = new Set([
    ...referencesOf(node.type, node.config).map(({ target }) => target),
    ...node.dependencies,
  ])
  const inputs = [...read].flatMap((name): [string, unknown][] => {
    if (Object.hasOwn(run.input_variables, name)) return [[name, run.input_variables[name]]]
    const other = results.get(name)
    return other ? [[name, other.value]] : []
  })
  return (
    <HeadedPanel
      label={`Node ${node.name}`}
      title={<bdi>{node.name}</bdi>}
      badges={<NodeBadge status={result.status} />}
      actions={
        <>
          {onEdit && (
            <Button size="small" onClick={onEdit}>
              <Pencil />
              Edit node
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={onClose}>
            Show run
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4">
        {result.error_message && (
          <p
            role="alert"
            className="rounded-md bg-bad-soft px-3 py-2 break-words whitespace-pre-wrap text-bad"
          >
            {result.error_message}
          </p>
        )}
        {result.raw_error_message && result.raw_error_message !== result.error_message && (
          <Part name="Original error">
            <ShownValue value={result.raw_error_message} />
          </Part>
        )}
        {result.status === 'SUCCESS' && (
          <Part name="Value">
            <ShownValue value={result.value} />
          </Part>
        )}
        {inputs.map(([name, value]) => (
          <Part
            key={name}
            name={
              <>
                Read from <bdi>{name}</bdi>
              </>
            }
          >
            <ShownValue value={value} />
          </Part>
        ))}
        <Facts>
          <Fact name="Type">{ofNodes.adapt(names[node.type])}</Fact>
          {result.started_at && result.finished_at && (
            <Fact name="Duration">
              {duration(Date.parse(result.finished_at) - Date.parse(result.started_at))}
            </Fact>
          )}
          <CostFacts requests={result.request_ids} />
        </Facts>
      </div>
    </HeadedPanel>
  )
}
