import { facetText } from '../search/index.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import { textOf } from './reading/fields.ts'
import type { Span } from './span.ts'

/** Kind of step of a span, in one vocabulary for all conventions. */
export type StepType =
  | 'llm'
  | 'embedding'
  | 'tool'
  | 'agent'
  | 'workflow'
  | 'chain'
  | 'task'
  | 'retriever'
  | 'reranker'
  | 'guardrail'
  | 'evaluator'
  /** No convention names the kind. */
  | 'step'

export interface Step {
  readonly type: StepType
  /** Name of the tool, for a tool step. */
  readonly toolName: string | null
  readonly workflowId: string | null
}

const types = new Map<string, StepType>([
  ['llm', 'llm'],
  ['generation', 'llm'],
  ['chat_model', 'llm'],
  ['chat', 'llm'],
  ['generate_content', 'llm'],
  ['text_completion', 'llm'],
  ['completion', 'llm'],
  ['dogenerate', 'llm'],
  ['dostream', 'llm'],
  ['embedding', 'embedding'],
  ['embeddings', 'embedding'],
  ['doembed', 'embedding'],
  ['tool', 'tool'],
  ['toolcall', 'tool'],
  ['execute_tool', 'tool'],
  ['agent', 'agent'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['workflow', 'workflow'],
  ['invoke_workflow', 'workflow'],
  ['chain', 'chain'],
  ['task', 'task'],
  ['retriever', 'retriever'],
  ['retrieval', 'retriever'],
  ['reranker', 'reranker'],
  ['guardrail', 'guardrail'],
  ['evaluator', 'evaluator'],
])

/** `call` is the kind of model call of the span, if it is one. */
export function stepOf(span: Span, call: 'llm' | 'embedding' | null): Step {
  const reader = new AttributeReader(span.attributes)
  const workflowId = reader.text('galley.workflow.id', 'promptlayer.workflow.id')
  const type = call ?? typeOf(reader) ?? (workflowId === null ? 'step' : 'workflow')
  return {
    type,
    toolName: type === 'tool' ? facetText(toolName(reader) ?? span.name) : null,
    workflowId: workflowId === null ? null : facetText(workflowId),
  }
}

function typeOf(reader: AttributeReader): StepType | undefined {
  const word = reader.text(
    'openinference.span.kind',
    'traceloop.span.kind',
    'langsmith.span.kind',
    'langfuse.observation.type',
    'gen_ai.operation.name',
  )
  const operation = reader.text('ai.operationId')?.split('.').at(-1)
  const kind = word ?? operation ?? textOf(reader.json('mlflow.spanType')) ?? ''
  return types.get(kind.toLowerCase())
}

const toolName = (reader: AttributeReader): string | null =>
  reader.text('gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'traceloop.entity.name')
