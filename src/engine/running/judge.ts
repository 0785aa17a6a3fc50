import type { JudgeNeed, ModelChoice } from '../columns/need.ts'
import { ChatTemplate, Model } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/**
 * Models that accept only their own temperature. Price lists lack this property; models missing here are detected by
 * their first refusal.
 */
const ownTemperature = /(?:^|[/.])(?:o\d|gpt-(?:[5-9]|\d{2})|claude-opus-(?:4-[7-9]|[5-9]))/

/** Whether a provider's error names the temperature as unsupported. */
export const namesTemperature = (message: string): boolean => /\btemperature\b/i.test(message)

/** The JSON of an answer inside a code block, as models without structured output return it. */
export function unfenced(text: string): string {
  const block = text.trim()
  const begin = block.indexOf('\n') + 1
  return begin > 0 && block.startsWith('```') && block.endsWith('```') ? block.slice(begin, -3) : text
}

/** The temperature set by Galley; null: the model's own. At 0, repeated calls would be the same request. */
export function judgeTemperature({ isRepeated, model }: JudgeNeed, chosen: ModelChoice): number | null {
  const { name, parameters = {} } = model ?? chosen
  return isRepeated || 'temperature' in parameters || ownTemperature.test(name) ? null : 0
}

/** The evaluator's prompt as a template without variables, so that braces in its texts stay literal. */
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
