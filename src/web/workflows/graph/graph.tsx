import '@xyflow/react/dist/base.css'
import './graph.css'
import {
  Background,
  Controls,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react'
import type { Definition } from '../definition/definition.ts'
import type { Refused } from '../definition/refused.ts'
import type { NodeResult } from '../queries.ts'
import {
  type DrawnLink,
  type DrawnNode,
  drawingOf,
  inputsId,
  linkOf,
  nameOf,
  type Selected,
} from './drawing.ts'
import { InputsCard } from './inputs-card.tsx'
import { InputLine, LinkLine } from './link-line.tsx'
import { NodeCard } from './node-card.tsx'

interface Props {
  readonly definition: Definition
  readonly selected: Selected
  readonly refused: Refused | null
  /** Results of the shown run by node; null in the editor. */
  readonly results: ReadonlyMap<string, NodeResult> | null
  readonly isEditable: boolean
  readonly onSelect: (selected: Selected) => void
  readonly onConnect: (source: string, target: string) => void
  readonly onRemove: (selected: NonNullable<Selected>) => void
  readonly children?: ReactNode
}

const nodeTypes = { node: NodeCard, inputs: InputsCard }
const edgeTypes = { link: LinkLine, input: InputLine }
const fit = { padding: 0.12, maxZoom: 1.1 }

export const Graph = (props: Props) => (
  <ReactFlowProvider>
    <Drawing {...props} />
  </ReactFlowProvider>
)

function Drawing({ definition, selected, refused, results, isEditable, onSelect, ...props }: Props) {
  const { onConnect, onRemove, children } = props
  const { nodes, links } = useMemo(
    () => drawingOf(definition, { selected, refused, results, isEditable }),
    [definition, selected, refused, results, isEditable],
  )
  useFit(nodes.length)
  const selectNode = (changes: NodeChange<DrawnNode>[]) => {
    for (const change of changes)
      if (change.type === 'select' && change.selected)
        onSelect(change.id === inputsId ? { kind: 'inputs' } : { kind: 'node', name: nameOf(change.id) })
  }
  const selectLink = (changes: EdgeChange<DrawnLink>[]) => {
    for (const change of changes)
      if (change.type === 'select' && change.selected) onSelect({ kind: 'link', ...linkOf(change.id) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onSelect(null)
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
    if (isRemoval && isEditable && selected && selected.kind !== 'inputs') onRemove(selected)
  }
  return (
    <div className="relative min-w-0 flex-1">
      <ReactFlow<DrawnNode, DrawnLink>
        nodes={nodes}
        edges={links}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={selectNode}
        onEdgesChange={selectLink}
        onPaneClick={() => onSelect(null)}
        onKeyDown={onKey}
        onConnect={({ source, target }) => source !== inputsId && onConnect(nameOf(source), nameOf(target))}
        nodesDraggable={false}
        nodesConnectable={isEditable}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        fitView
        fitViewOptions={fit}
        minZoom={0.1}
        maxZoom={2}
        proOptions={{ hideAttribution: true }}
        aria-label="Workflow graph"
      >
        <Background gap={20} size={1} color="var(--color-line-strong)" />
        <Controls showInteractive={false} fitViewOptions={fit} position="bottom-left" />
      </ReactFlow>
      {children}
    </div>
  )
}

/** Fits the drawing into the view after nodes were added or a panel opened. */
function useFit(count: number) {
  const { fitView } = useReactFlow()
  const width = useStore((state) => state.width)
  // biome-ignore lint/correctness/useExhaustiveDependencies: count and width are not read, but a change of either needs another fit.
  useEffect(() => {
    const frame = requestAnimationFrame(() => void fitView(fit))
    return () => cancelAnimationFrame(frame)
  }, [count, width, fitView])
}
