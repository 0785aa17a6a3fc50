import { Handle, type NodeProps, Position } from '@xyflow/react'
import { classNames } from '../../design/index.ts'
import type { DrawnNode } from './drawing.ts'

type Props = NodeProps<Extract<DrawnNode, { type?: 'inputs' }>>

export function InputsCard({ data: { inputs }, selected }: Props) {
  const all = Object.entries(inputs)
  return (
    <div
      className={classNames(
        'flex h-full flex-col rounded-lg border border-dashed border-line-strong bg-sunken px-3 py-2',
        selected && 'border-accent ring-1 ring-accent',
      )}
    >
      <p className="text-small font-medium text-ink-soft">Inputs</p>
      <ul>
        {all.map(([name, type]) => (
          <li key={name} className="flex h-[22px] items-center gap-2">
            <bdi className="min-w-0 flex-1 truncate font-mono text-small text-variable">{name}</bdi>
            <span className="text-tiny text-ink-faint">{type}</span>
          </li>
        ))}
        {all.length === 0 && <li className="text-small text-ink-faint">None yet</li>}
      </ul>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}
