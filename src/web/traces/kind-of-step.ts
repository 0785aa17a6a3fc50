import type { Kind } from '../design/index.ts'
import type { OutlinedSpan } from './span-tree.ts'

interface StepKind {
  readonly icon: Kind
  readonly name: string
}

const kinds: Readonly<Record<string, StepKind>> = {
  llm: { icon: 'model', name: 'Model call' },
  embedding: { icon: 'model', name: 'Embedding' },
  tool: { icon: 'tool', name: 'Tool' },
  agent: { icon: 'agent', name: 'Agent' },
  workflow: { icon: 'workflow', name: 'Workflow' },
  retriever: { icon: 'retriever', name: 'Retriever' },
  reranker: { icon: 'retriever', name: 'Reranker' },
  guardrail: { icon: 'check', name: 'Guardrail' },
  evaluator: { icon: 'judge', name: 'Evaluator' },
}

/** The icon of a span; undefined where no convention names its kind. */
export const kindOfStep = ({ type, request_log_id }: OutlinedSpan): StepKind | undefined =>
  Object.hasOwn(kinds, type) ? kinds[type] : request_log_id === null ? undefined : kinds['llm']
