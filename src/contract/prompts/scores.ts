import { z } from 'zod'
import { answer, endpointsOf, namedErrors } from '../kit/index.ts'

const define = endpointsOf({ tags: ['prompt-templates'], errors: namedErrors })

export const listPromptScores = define({
  id: 'list_prompt_scores',
  get: '/api/public/v2/prompt-scores',
  summary: 'Read the mean of the newest 2,000 scores of the requests of each template',
  success: {
    200: answer('PromptScoresResponse', {
      prompt_scores: z.array(
        z.object({ prompt_id: z.int(), mean: z.number().min(0).max(100), count: z.int() }),
      ),
    }),
  },
  example: {},
})
