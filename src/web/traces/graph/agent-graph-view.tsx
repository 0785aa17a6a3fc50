import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { agentGraph, type GraphKind } from '../../../engine/traces/shape/agent-graph.ts'
import {
  classNames,
  counted,
  Empty,
  type Kind,
  KindIcon,
  keyboardScroll,
  TipButton,
} from '../../design/index.ts'
import { Maximize2, ZoomIn, ZoomOut } from '../../icons/index.ts'
import { duration } from '../../requests/index.ts'
import { useShortcuts } from '../../shell/index.ts'
import type { OutlinedSpan } from '../span-tree.ts'
import { layOutGraph, nodeHeight, nodeTowards, nodeWidth, type PlacedNode } from './graph-layout.ts'

const kinds: Readonly<
  Record<GraphKind, { readonly icon: Kind; readonly name: string; readonly others: string }>
> = {
  agent: { icon: 'agent', name: 'Agent', others: 'Other agents' },
  model: { icon: 'model', name: 'Model', others: 'Other models' },
  tool: { icon: 'tool', name: 'Tool', others: 'Other tools' },
  retriever: { icon: 'retriever', name: 'Retriever', others: 'Other retrievers' },
  check: { icon: 'check', name: 'Check', others: 'Other checks' },
  workflow: { icon: 'workflow', name: 'Application', others: 'Other workflows' },
}

interface Props {
  readonly spans: readonly OutlinedSpan[]
  /** The span whose details are open. */
  readonly chosen: string | undefined
  readonly onChoose: (spanId: string) => void
}

/** A graph of the agents, models and tools that called each other, with the number of calls. */
export function AgentGraphView({ spans, chosen, onChoose }: Props) {
  const graph = useMemo(() => layOutGraph(agentGraph(spans)), [spans])
  const view = useRef<HTMLElement>(null)
  const { width: room, height: roomHeight } = useSize(view)
  const [chosenScale, setScale] = useState<number | null>(null)
  const scale = chosenScale ?? Math.max(readableScale, Math.min(1, room / graph.width))
  const zoom = (factor: number) => setScale(Math.min(maxScale, Math.max(minScale, scale * factor)))
  const fit = () => setScale(Math.max(minScale, Math.min(1, room / graph.width, roomHeight / graph.height)))
  useShortcuts({ '+': () => zoom(zoomStep), '-': () => zoom(1 / zoomStep), '0': fit })
  const shownNode = useMemo(() => nodeOfSpan(spans, graph.nodes, chosen), [spans, graph, chosen])
  const failed = useMemo(
    () => new Set(spans.filter(({ status }) => status === 'ERROR').map(({ span_id }) => span_id)),
    [spans],
  )
  /** Opens the first failed run of a node, or its first one; then the next run. */
  const choose = ({ id, spanIds }: PlacedNode) => {
    if (id !== shownNode) onChoose(spanIds.find((spanId) => failed.has(spanId)) ?? spanIds[0]!)
    else onChoose(spanIds[(spanIds.indexOf(chosen!) + 1) % spanIds.length]!)
  }
  const move = (event: KeyboardEvent, node: PlacedNode) => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const next = nodeTowards(graph.nodes, node, event.key)
    if (next) view.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the panel of a span takes room from the graph.
  useEffect(() => {
    view.current
      ?.querySelector('[aria-pressed=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen, room])
  if (graph.nodes.length === 0) return <Empty title="No agents, models or tools in this trace" />
  const nameOf = new Map(graph.nodes.map((node) => [node.id, titleOf(node)]))
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="absolute right-3 bottom-3 z-10 flex rounded-md border bg-surface shadow-resting">
        <TipButton tip="Zoom out" keys="-" onClick={() => zoom(1 / zoomStep)}>
          <ZoomOut />
        </TipButton>
        <TipButton tip="Zoom in" keys="+" onClick={() => zoom(zoomStep)}>
          <ZoomIn />
        </TipButton>
        <TipButton tip="Whole graph" keys="0" onClick={fit}>
          <Maximize2 />
        </TipButton>
      </div>
      <section
        ref={view}
        aria-label="Agent graph"
        {...keyboardScroll}
        className="flex min-h-0 min-w-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <div
          className="relative m-auto shrink-0"
          style={{ width: graph.width, height: graph.height, zoom: scale }}
        >
          <svg width={graph.width} height={graph.height} className="absolute inset-0" aria-hidden>
            <defs>
              <marker
                id="called"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0,0 L8,4 L0,8 z" className="fill-line-strong" />
              </marker>
            </defs>
            {graph.edges.map(({ from, to, path, errors }) => (
              <path
                key={`${from}>${to}`}
                d={path}
                fill="none"
                strokeWidth={1.5}
                className={errors > 0 ? 'stroke-bad' : 'stroke-line-strong'}
                markerEnd="url(#called)"
              />
            ))}
          </svg>
          {graph.edges.map(({ from, to, calls, errors, labelX, labelY }) => (
            <span
              key={`${from}>${to}`}
              title={`${nameOf.get(from)} to ${nameOf.get(to)}: ${counted(calls, 'call')}${errors > 0 ? `, ${counted(errors, 'error')}` : ''}`}
              className={classNames(
                'absolute -translate-x-1/2 -translate-y-1/2 rounded-full border bg-canvas px-1.5 text-tiny text-ink-soft tabular-nums',
                errors > 0 && 'border-bad text-bad',
              )}
              style={{ left: labelX, top: labelY }}
            >
              {calls.toLocaleString('en')}×
            </span>
          ))}
          {graph.nodes.map((node) => (
            <button
              key={node.id}
              type="button"
              data-node={node.id}
              onClick={() => choose(node)}
              onKeyDown={(event) => move(event, node)}
              aria-pressed={node.id === shownNode}
              title={titleOf(node)}
              style={{ left: node.x, top: node.y, width: nodeWidth, height: nodeHeight }}
              className={classNames(
                'absolute flex flex-col justify-center gap-0.5 rounded-lg border bg-surface px-3 text-left shadow-resting hover:bg-sunken aria-pressed:border-accent',
                node.errors > 0 && 'border-bad',
              )}
            >
              <span className="flex min-w-0 items-center gap-1.5">
                <KindIcon kind={kinds[node.kind].icon} label={kinds[node.kind].name} />
                <bdi className="line-clamp-2 font-medium leading-tight [overflow-wrap:anywhere]">
                  {node.name || kinds[node.kind].others}
                </bdi>
              </span>
              <span className="truncate text-small text-ink-soft">
                {node.id === shownNode && node.spans > 1 && node.spanIds.includes(chosen!)
                  ? `Call ${node.spanIds.indexOf(chosen!) + 1} of ${node.spans}`
                  : counted(node.spans, 'call')}{' '}
                · {duration(node.duration)}
                {node.errors > 0 && <span className="text-bad"> · {counted(node.errors, 'error')}</span>}
              </span>
            </button>
          ))}
        </div>
      </section>
    </div>
  )
}

/** With a smaller scale, the names of nodes cannot be read. */
const readableScale = 0.8
const [minScale, maxScale, zoomStep] = [0.25, 2, 1.25]

/** The node of a span, or of its nearest ancestor that has one. */
function nodeOfSpan(
  spans: readonly OutlinedSpan[],
  nodes: readonly PlacedNode[],
  chosen: string | undefined,
): string | undefined {
  const parents = new Map(spans.map(({ span_id, parent_id }) => [span_id, parent_id]))
  const nodeIds = new Map(nodes.flatMap(({ id, spanIds }) => spanIds.map((spanId) => [spanId, id] as const)))
  const visited = new Set<string>()
  for (let id: string | null | undefined = chosen; id && !visited.has(id); id = parents.get(id)) {
    const node = nodeIds.get(id)
    if (node !== undefined) return node
    visited.add(id)
  }
  return undefined
}

function useSize(view: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY })
  useEffect(() => {
    if (!view.current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize({ width, height })
    })
    observer.observe(view.current)
    return () => observer.disconnect()
  }, [view])
  return size
}

const titleOf = ({ kind, name }: PlacedNode): string => name || kinds[kind].others
