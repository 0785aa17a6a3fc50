import type { Model, PromptTemplate } from '../blueprint/index.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { type Kwargs, withoutUndefined } from './common/kwargs.ts'
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
  /** Rendered; unresolved variables and placeholders are left out. */
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
 * The `llm_kwargs` of an answer: the exact arguments of the provider's SDK method. Model parameters are merged last, so one
 * named `messages` or `model` wins.
 * Source: reference 4.9, recorded. Never throws, never changes its input.
 */
export const modelKwargs = ({ template, model }: ModelCall): Kwargs =>
  withoutUndefined(
    forms[wireOf(model)].call(template, { ...model, parameters: model.parameters ?? {} }),
  ) as Kwargs

/** The messages only: the answer for a requested provider if no model is stored (4.9). */
export const messagesOnlyKwargs = (template: PromptTemplate, provider: string): Kwargs =>
  withoutUndefined(forms[wireOf({ provider, name: '', api_type: null })].messages(template)) as Kwargs
