import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { agentGraph, type GraphKind } from '../../../engine/traces/shape/agent-graph.ts'
import { classNames, counted, Empty, type Kind, KindIcon, keyboardScroll } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import type { OutlinedSpan } from '../span-tree.ts'
import { layOutGraph, nodeHeight, nodeWidth, type PlacedNode } from './graph-layout.ts'

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
  const room = useWidth(view)
  const scale = Math.max(minScale, Math.min(1, room / graph.width))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the panel of a span takes room from the graph.
  useEffect(() => {
    view.current
      ?.querySelector('[aria-pressed=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen, room])
  if (graph.nodes.length === 0) return <Empty title="No agents, models or tools in this trace" />
  const nameOf = new Map(graph.nodes.map((node) => [node.id, titleOf(node)]))
  return (
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
            onClick={() => onChoose(node.firstSpan)}
            aria-pressed={node.firstSpan === chosen}
            title={titleOf(node)}
            style={{ left: node.x, top: node.y, width: nodeWidth, height: nodeHeight }}
            className={classNames(
              'absolute flex flex-col justify-center gap-0.5 rounded-lg border bg-surface px-3 text-left shadow-resting hover:bg-sunken aria-pressed:border-accent',
              node.errors > 0 && 'border-bad',
            )}
          >
            <span className="flex min-w-0 items-center gap-1.5">
              <KindIcon kind={kinds[node.kind].icon} label={kinds[node.kind].name} />
              <bdi className="truncate font-medium">{node.name || kinds[node.kind].others}</bdi>
            </span>
            <span className="truncate text-small text-ink-soft">
              {counted(node.spans, 'call')} · {duration(node.duration)}
              {node.errors > 0 && <span className="text-bad"> · {counted(node.errors, 'error')}</span>}
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}

/** With a smaller scale, the names of nodes cannot be read. */
const minScale = 0.8

function useWidth(view: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (!view.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(view.current)
    return () => observer.disconnect()
  }, [view])
  return width
}

const titleOf = ({ kind, name }: PlacedNode): string => name || kinds[kind].others
