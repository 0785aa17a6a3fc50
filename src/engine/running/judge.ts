import type { JudgeNeed, ModelChoice } from '../columns/need.ts'
import { ChatTemplate, Model } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/** Who judges and extracts where a workspace has chosen nobody. */
export const usualEvaluator: ModelChoice = { provider: 'openai', name: 'gpt-4.1-mini' }

/**
 * Models known to refuse every temperature but their own. The price list has no such field; what is missing here is
 * learned from the first refusal.
 */
const ownTemperature = /(?:^|[/.])(?:o\d|gpt-(?:[5-9]|\d{2})|claude-opus-(?:4-[7-9]|[5-9]))/

/** A provider's words for a parameter that its model does not take. */
export const namesTemperature = (message: string): boolean => /\btemperature\b/i.test(message)

/** The answer of a model that puts its JSON into a code block, as models without structured answers do. */
export function unfenced(text: string): string {
  const block = text.trim()
  const begin = block.indexOf('\n') + 1
  return begin > 0 && block.startsWith('```') && block.endsWith('```') ? block.slice(begin, -3) : text
}

/** The temperature that Galley adds; null: the model's own. Repeats at 0 would be one request sent several times. */
export function judgeTemperature({ isRepeated, model }: JudgeNeed, chosen: ModelChoice): number | null {
  const { name, parameters = {} } = model ?? chosen
  return isRepeated || 'temperature' in parameters || ownTemperature.test(name) ? null : 0
}

/** What the evaluator is asked, as a template without variables: braces in its texts are only braces. */
export function judgeCall(
  need: JudgeNeed,
  chosen: ModelChoice,
  temperature: number | null,
): { template: ChatTemplate; model: Model } {
  const { provider, name, parameters = {} } = need.model ?? chosen
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
      parameters: {
        ...(temperature !== null && { temperature }),
        ...parameters,
        response_format: { type: 'json_schema', json_schema },
      },
    }),
  }
}
