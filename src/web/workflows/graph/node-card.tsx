import { Handle, type NodeProps, Position } from '@xyflow/react'
import { ofNodes } from '../../columns/index.ts'
import { names } from '../../columns/values.ts'
import { Badge, classNames, KindIcon } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { kindOf } from '../../sheets/values.ts'
import type { Node } from '../definition/definition.ts'
import { shortProblem } from '../definition/refused.ts'
import { NodeBadge } from '../runs/run-badge.tsx'
import type { DrawnNode } from './drawing.ts'

type Props = NodeProps<Extract<DrawnNode, { type?: 'node' }>>

export function NodeCard({ data: { node, result, problem, isEditable }, selected }: Props) {
  const detail = detailOf(node)
  return (
    <div
      className={classNames(
        'flex h-full flex-col justify-center gap-1 rounded-lg border border-line-strong bg-surface px-3',
        problem !== undefined && 'border-bad',
        selected && 'border-accent ring-1 ring-accent',
      )}
    >
      <Handle type="target" position={Position.Top} isConnectable={isEditable} />
      <div className="flex items-center gap-1.5">
        <KindIcon kind={kindOf(node.type)} />
        <bdi className="min-w-0 flex-1 truncate font-medium">{node.name}</bdi>
        {node.isOutput && <Badge tone="good">Output</Badge>}
      </div>
      <div className="flex h-[18px] items-center gap-1.5 text-small text-ink-soft">
        {problem === undefined ? (
          <>
            <span className="min-w-0 flex-1 truncate">
              {ofNodes.adapt(names[node.type] ?? node.type)}
              {detail !== null && <bdi className="text-ink"> · {detail}</bdi>}
            </span>
            {result && <NodeBadge status={result.status} />}
          </>
        ) : (
          <span className="flex min-w-0 items-center gap-1 text-bad" title={problem}>
            <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
            <span className="truncate">{shortProblem(problem)}</span>
          </span>
        )}
      </div>
      <Handle type="source" position={Position.Bottom} isConnectable={isEditable} />
    </div>
  )
}

const languages: Readonly<Record<string, string>> = { PYTHON: 'Python', JAVASCRIPT: 'JavaScript' }

/**
 * The value in the config that distinguishes nodes of one type: prompt, model, address, workflow, language or
 * source.
 */
function detailOf({ config }: Pick<Node, 'config'>): string | null {
  const inner = (field: string, name: string): unknown => {
    const value = config[field]
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[name]
      : null
  }
  const candidates = [
    inner('template', 'name'),
    inner('inline_template', 'prompt_template') && 'inline prompt',
    inner('model', 'name'),
    config['workflow_name'] ?? config['url'] ?? config['tool_name'] ?? languages[String(config['language'])],
    config['json_path'] ?? config['regex_pattern'] ?? config['source'],
  ]
  return (
    (candidates.find((candidate) => typeof candidate === 'string' && candidate !== '') as
      | string
      | undefined) ?? null
  )
}
