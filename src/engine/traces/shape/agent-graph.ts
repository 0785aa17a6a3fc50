/** The fields of a span that the graph uses. */
export interface GraphedSpan {
  readonly span_id: string
  readonly parent_id: string | null
  readonly name: string
  readonly status: string
  readonly started_at: number
  readonly ended_at: number | null
  /** A StepType. */
  readonly type: string
  readonly tool_name: string | null
  readonly model: string | null
}

export type GraphKind = 'agent' | 'model' | 'tool' | 'retriever' | 'check' | 'workflow'

export interface GraphNode {
  readonly id: string
  readonly kind: GraphKind
  /** Empty for the node that stands for all spans of this kind beyond the limit. */
  readonly name: string
  readonly spans: number
  readonly errors: number
  /** Milliseconds of all its spans together. */
  readonly duration: number
  /** The spans of its runs, in the order of the trace. */
  readonly spanIds: readonly string[]
}

/** Calls from one node to another, or to itself. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly calls: number
  readonly errors: number
}

export interface AgentGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** More nodes of a kind are merged into one, because a person cannot read a larger graph. */
const maxOfKind = 20

const kinds: Readonly<Record<string, GraphKind>> = {
  llm: 'model',
  embedding: 'model',
  tool: 'tool',
  agent: 'agent',
  workflow: 'workflow',
  retriever: 'retriever',
  reranker: 'retriever',
  guardrail: 'check',
  evaluator: 'check',
}

/**
 * The call graph: agents, models, tools and the like, each once however often it ran. Spans between them, such as
 * chains and HTTP calls, are skipped; a root span without a kind is the node of its application. A run that two
 * instrumentations report as parent and child counts once. Parents may come after their children.
 */
export function agentGraph(spans: readonly GraphedSpan[]): AgentGraph {
  const byId = new Map(spans.map((span) => [span.span_id, span]))
  const names = frequentNames(spans, byId)
  const nodeIds = new Map<string, string | null>()
  const nodes = new Map<string, Mutable<GraphNode> & { readonly spanIds: string[] }>()
  const edges = new Map<string, Mutable<GraphEdge>>()
  const nodeOf = (span: GraphedSpan): string | null => {
    const kind = kindOf(span, byId)
    if (kind === null) return null
    const nodeName = nameOf(span, kind)
    const name = names.get(kind)!.has(nodeName) ? nodeName : ''
    return `${kind} ${name}`
  }
  for (const span of spans) nodeIds.set(span.span_id, nodeOf(span))
  const callers = nearestCallers(spans, byId, nodeIds)
  const repeats = repeatedReports(spans, nodeIds)
  const failed = failedRuns(spans, byId, repeats)
  for (const span of spans) {
    const id = nodeIds.get(span.span_id)!
    if (id === null || repeats.has(span.span_id)) continue
    const errors = failed.has(span.span_id) ? 1 : 0
    const space = id.indexOf(' ')
    const node = nodes.get(id) ?? {
      id,
      kind: id.slice(0, space) as GraphKind,
      name: id.slice(space + 1),
      spans: 0,
      errors: 0,
      duration: 0,
      spanIds: [],
    }
    node.spans++
    node.spanIds.push(span.span_id)
    node.errors += errors
    node.duration += Math.max(0, (span.ended_at ?? span.started_at) - span.started_at)
    nodes.set(id, node)
    const from = callers.get(span.span_id) ?? null
    if (from === null) continue
    const key = `${from}\u0000${id}`
    const edge = edges.get(key) ?? { from, to: id, calls: 0, errors: 0 }
    edge.calls++
    edge.errors += errors
    edges.set(key, edge)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function kindOf({ type, parent_id }: GraphedSpan, byId: ReadonlyMap<string, GraphedSpan>): GraphKind | null {
  const kind = Object.hasOwn(kinds, type) ? kinds[type]! : null
  return kind ?? (parent_id === null || !byId.has(parent_id) ? 'workflow' : null)
}

/** Operations that instrumentations write before the name of an agent or a model. */
const operations = /^(?:invoke_agent|create_agent|invoke_workflow|agent|chat|embeddings|generate_content) +/i

function nameOf({ name, tool_name, model }: GraphedSpan, kind: GraphKind): string {
  if (kind === 'tool' && tool_name) return tool_name
  if (kind === 'model' && model) return model
  return name.replace(operations, '') || name || 'unnamed'
}

/** The most frequent names of each kind. */
function frequentNames(
  spans: readonly GraphedSpan[],
  byId: ReadonlyMap<string, GraphedSpan>,
): ReadonlyMap<GraphKind, ReadonlySet<string>> {
  const counts = new Map<GraphKind, Map<string, number>>()
  for (const span of spans) {
    const kind = kindOf(span, byId)
    if (kind === null) continue
    const countsOfKind = counts.get(kind) ?? new Map<string, number>()
    const name = nameOf(span, kind)
    countsOfKind.set(name, (countsOfKind.get(name) ?? 0) + 1)
    counts.set(kind, countsOfKind)
  }
  return new Map(
    [...counts].map(([kind, names]) => [
      kind,
      new Set(
        [...names]
          .sort(([, a], [, b]) => b - a)
          .slice(0, maxOfKind)
          .map(([name]) => name),
      ),
    ]),
  )
}

/** The spans that report the run of a model or tool that their parent reports too. */
function repeatedReports(
  spans: readonly GraphedSpan[],
  nodeIds: ReadonlyMap<string, string | null>,
): ReadonlySet<string> {
  const children = new Map<string, string | null>()
  for (const { span_id: id, parent_id: parent } of spans) {
    const node = nodeIds.get(id)
    if (parent === null || parent === id || !node || nodeIds.get(parent) !== node) continue
    if (node.startsWith('model ') || node.startsWith('tool '))
      children.set(parent, children.has(parent) ? null : id)
  }
  // A span that calls the same model or tool several times is a run of its own.
  return new Set([...children.values()].filter((id) => id !== null))
}

/** The spans with an error, and those whose repeated report has one. */
function failedRuns(
  spans: readonly GraphedSpan[],
  byId: ReadonlyMap<string, GraphedSpan>,
  repeats: ReadonlySet<string>,
): ReadonlySet<string> {
  const failed = new Set<string>()
  for (const { span_id, status } of spans) {
    let id: string | null = status === 'ERROR' ? span_id : null
    while (id !== null && !failed.has(id)) {
      failed.add(id)
      id = repeats.has(id) ? byId.get(id)!.parent_id : null
    }
  }
  return failed
}

/** The node of the nearest ancestor that has one, for each span; no ancestor is visited twice. */
function nearestCallers(
  spans: readonly GraphedSpan[],
  byId: ReadonlyMap<string, GraphedSpan>,
  nodeIds: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string | null> {
  const callers = new Map<string, string | null>()
  for (const span of spans) {
    const path: string[] = []
    const visited = new Set<string>()
    let ancestor: GraphedSpan | undefined = span
    let caller: string | null = null
    while (ancestor && !visited.has(ancestor.span_id)) {
      const cachedCaller = callers.get(ancestor.span_id)
      if (cachedCaller !== undefined) {
        caller = cachedCaller
        break
      }
      visited.add(ancestor.span_id)
      path.push(ancestor.span_id)
      ancestor = ancestor.parent_id === null ? undefined : byId.get(ancestor.parent_id)
      const node: string | null = ancestor ? (nodeIds.get(ancestor.span_id) ?? null) : null
      if (node !== null) {
        caller = node
        break
      }
    }
    for (const id of path) callers.set(id, caller)
  }
  return callers
}
