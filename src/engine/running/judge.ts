import type { JudgeNeed, ModelChoice } from '../columns/need.ts'
import { ChatTemplate, Model } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/** Who judges and extracts where a workspace has chosen nobody. */
export const usualEvaluator: ModelChoice = { provider: 'openai', name: 'gpt-4.1-mini' }

/** Models that think refuse every temperature but their own. */
const thinks = /^(o\d|gpt-5)/

/** The answer of a model that puts its JSON into a code block, as models without structured answers do. */
export function unfenced(text: string): string {
  const block = text.trim()
  const begin = block.indexOf('\n') + 1
  return begin > 0 && block.startsWith('```') && block.endsWith('```') ? block.slice(begin, -3) : text
}

/** What the evaluator is asked, as a template without variables: braces in its texts are only braces. */
export function judgeCall(need: JudgeNeed, chosen: ModelChoice): { template: ChatTemplate; model: Model } {
  const { provider, name, parameters = {} } = need.model ?? chosen
  const temperature = thinks.test(name) ? {} : { temperature: 0 }
  const json_schema = { name: 'verdict', strict: true, schema: need.schema }
  return {
    template: ChatTemplate.parse({
      type: 'chat',
      messages: [
        { role: 'system', content: [textBlock(need.system)] },
        { role: 'user', content: [textBlock(need.user)] },
      ],
    }),
    model: Model.parse({
      provider,
      name,
      parameters: { ...temperature, ...parameters, response_format: { type: 'json_schema', json_schema } },
    }),
  }
}
