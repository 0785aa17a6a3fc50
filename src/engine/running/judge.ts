import type { JudgeNeed, ModelChoice } from '../columns/need.ts'
import { ChatTemplate, Model } from '../template/blueprint/index.ts'
import { textBlock } from '../template/provider-reading/common/block.ts'

/**
 * Models that accept only their own temperature. Price lists lack this property; models missing here are detected by
 * their first refusal.
 */
const ownTemperature = /(?:^|[/.])(?:o\d|gpt-(?:[5-9]|\d{2})|claude-opus-(?:4-[7-9]|[5-9]))/

/** Parameters of a judge's call that some models refuse. */
export type JudgeParameter = 'temperature' | 'response_format'

const namesOf: Readonly<Record<JudgeParameter, RegExp>> = {
  temperature: /\btemperature\b/i,
  response_format: /response_?format|json_?schema|output_(?:config|format)|structured[ _]output/i,
}

/** The sent parameter that a provider's error names; undefined if it names none. */
export const namedParameter = (
  message: string,
  sent: readonly JudgeParameter[],
): JudgeParameter | undefined => sent.find((parameter) => namesOf[parameter].test(message))

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

/**
 * The evaluator's prompt as a template without variables, so that braces in its texts stay literal. The prompt states
 * the schema if the model refuses it as a parameter. `format` is the parameter with the schema that checks the answer.
 */
export function judgeCall(
  need: JudgeNeed,
  chosen: ModelChoice,
  refused: ReadonlySet<JudgeParameter>,
): {
  template: ChatTemplate
  model: Model
  format: Readonly<Record<string, unknown>>
  sent: JudgeParameter[]
} {
  const { provider, name, parameters = {} } = need.model ?? chosen
  const json_schema = { name: 'verdict', strict: true, schema: need.schema }
  const format = { response_format: { type: 'json_schema', json_schema } }
  const temperature = refused.has('temperature') ? null : judgeTemperature(need, chosen)
  const statesSchema = refused.has('response_format')
  const system = statesSchema ? `${need.system}\n${schemaSentence(need.schema)}` : need.system
  return {
    template: ChatTemplate.parse({
      type: 'chat',
      messages: [
        { role: 'system', content: [textBlock(system)] },
        { role: 'user', content: [textBlock(need.user)] },
      ],
    }),
    model: Model.parse({
      provider,
      name,
      parameters: {
        ...(temperature !== null && { temperature }),
        ...parameters,
        ...(!statesSchema && format),
      },
    }),
    format,
    sent: [
      ...(temperature === null ? [] : (['temperature'] as const)),
      ...(statesSchema ? [] : (['response_format'] as const)),
    ],
  }
}

const schemaSentence = (schema: JudgeNeed['schema']): string =>
  `Answer with one JSON object and nothing else, by this JSON schema: ${JSON.stringify(schema)}`
