import { isFields } from '../../../engine/json/fields.ts'
import { at, count, field } from '../../../engine/template/provider-reading/common/json.ts'
import { cacheWritesOf, usageOf } from '../../../engine/template/provider-reading/index.ts'
import type { ModelUsage } from '../provider.ts'

/** Tokens of an answer in any wire format; null: not reported. */
export function openAiUsage(response: unknown): ModelUsage | null {
  const usage = field(response, 'usage')
  if (!isFields(usage) || Object.keys(usage).length === 0) return null
  return {
    ...usageOf(response),
    cacheWriteTokens: cacheWritesOf(usage).cacheWriteTokens,
    inputAudioTokens: count(at(usage, 'prompt_tokens_details', 'audio_tokens')),
    outputAudioTokens: count(at(usage, 'completion_tokens_details', 'audio_tokens')),
  }
}
