import type { Model, PromptTemplate } from '../blueprint/index.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { clean, type Kwargs } from './common/kwargs.ts'
import type { WireForm } from './common/wire-form.ts'
import { google } from './google/google.ts'
import { openAiChat } from './openai/chat.ts'
import { openAiImages } from './openai/images.ts'
import { openAiResponses } from './openai/responses.ts'
import { cohere } from './others/cohere.ts'
import { huggingface } from './others/huggingface.ts'
import { mistral } from './others/mistral.ts'
import { type Wire, wireOf } from './wire.ts'

export interface ModelCall {
  /** Rendered: what is still a variable or a placeholder is left out. */
  template: PromptTemplate
  model: Model
}

const forms: Record<Wire, WireForm> = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'openai-images': openAiImages,
  anthropic,
  google,
  bedrock,
  mistral,
  cohere,
  huggingface,
}

/**
 * The answer's `llm_kwargs`: exactly the arguments of the provider's own SDK method. The rendered
 * messages come first and the model's parameters are spread on top, so a parameter named `messages`
 * or `model` wins. Source: reference 4.9, recorded. Never throws, never changes its input.
 */
export const modelKwargs = ({ template, model }: ModelCall): Kwargs =>
  clean(forms[wireOf(model)].call(template, { ...model, parameters: model.parameters ?? {} })) as Kwargs

/** The messages part alone: the answer for a requested provider when no model is stored (4.9). */
export const messagesOnlyKwargs = (template: PromptTemplate, provider: string): Kwargs =>
  clean(forms[wireOf({ provider, name: '', api_type: null })].messages(template)) as Kwargs
