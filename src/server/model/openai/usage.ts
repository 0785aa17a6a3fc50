import { isFields } from '../../../engine/json/fields.ts'
import { count, field, valueAt } from '../../../engine/template/provider-reading/common/json.ts'
import { cacheWritesOf, usageOf } from '../../../engine/template/provider-reading/index.ts'
import type { ModelUsage } from '../provider.ts'

/** Tokens of an answer in any of the wire formats; null if they are not reported. */
export function openAiUsage(response: unknown): ModelUsage | null {
  const usage = field(response, 'usage')
  if (!isFields(usage) || Object.keys(usage).length === 0) return null
  return {
    ...usageOf(response),
    cacheWriteTokens: cacheWritesOf(usage).cacheWriteTokens,
    inputAudioTokens: count(valueAt(usage, 'prompt_tokens_details', 'audio_tokens')),
    outputAudioTokens: count(valueAt(usage, 'completion_tokens_details', 'audio_tokens')),
  }
}
