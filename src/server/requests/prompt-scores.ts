import type { Handler } from '../http/handler.ts'
import { selectPromptScores } from './prompt-score-queries.ts'

export const listPromptScores: Handler<'listPromptScores'> = async ({ store }, { caller }) => {
  const rows = await selectPromptScores(store.scan, caller.workspace)
  return {
    success: true as const,
    prompt_scores: rows.map(({ prompt_id, sum, count }) => ({
      prompt_id,
      mean: Number(sum) / Number(count),
      count: Number(count),
    })),
  }
}
