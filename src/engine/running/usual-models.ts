import type { ModelChoice } from '../columns/need.ts'

/** The model of judges and extractions, if the workspace has chosen none. */
export const defaultEvaluator: ModelChoice = { provider: 'openai', name: 'gpt-4.1-mini' }

/** The model of embeddings, if the workspace has chosen none. */
export const defaultEmbedder: ModelChoice = { provider: 'openai', name: 'text-embedding-3-small' }
