import { fieldsOf, isFields } from '../../json/fields.ts'
import type { Model } from '../blueprint/index.ts'
import { type Kwargs, mergeKwargs, present, without } from './common/kwargs.ts'
import { type Dialect, dialectOf, isLenient } from './parameters/dialect.ts'
import { meaningOf } from './parameters/meaning.ts'
import { flattenContainers, translateParameters, withoutMeanings } from './parameters/translate.ts'
import { isOpenAi, openAiApiType } from './wire.ts'

/** Overrides of the stored model by the reader of a template. */
export interface ModelRequest {
  provider?: string | null
  model?: string | null
  parameterOverrides?: Record<string, unknown> | null
}

/**
 * The model to answer with, or null if none is known. Without overrides the stored one is unchanged.
 * Source: reference 4.9 (overrides are translated to the target provider, e.g. maxOutputTokens to OpenAI's
 * max_completion_tokens) and 0.6 (OpenAI's api_type is always a string). Our decisions: for another provider, parameters with a
 * known meaning are renamed and others are kept only if the endpoint is lenient; another model name drops the stored display
 * name and base model; an override of null removes a parameter.
 */
export const resolveModel = (stored: Model | null | undefined, request: ModelRequest): Model | null => {
  const provider = request.provider || stored?.provider
  const name = request.model || stored?.name
  if (!provider || !name) return null
  const apiType = apiTypeFor(provider, stored)
  const target = { provider, name, api_type: apiType }
  const isRenamed = name !== stored?.name
  return {
    ...stored,
    ...target,
    model_config_display_name: isRenamed ? null : (stored?.model_config_display_name ?? null),
    base_model: isRenamed ? null : (stored?.base_model ?? null),
    display_params: stored?.display_params ?? {},
    parameters: parametersFor(stored, request, dialectOf(target)),
  }
}

/** The API type stays for the same provider, and between OpenAI and Azure. */
const apiTypeFor = (provider: string, stored: Model | null | undefined): string | null => {
  if (isOpenAi(provider)) {
    return openAiApiType(stored && isOpenAi(stored.provider) ? stored.api_type : null)
  }
  return stored?.provider === provider ? (stored.api_type ?? null) : null
}

const parametersFor = (stored: Model | null | undefined, request: ModelRequest, dialect: Dialect): Kwargs => {
  const parameters = storedParameters(stored, request, dialect)
  const overrides = request.parameterOverrides
  if (!isFields(overrides) || Object.keys(overrides).length === 0) return parameters
  const flat = flattenContainers(overrides)
  const overriding = translateParameters(withReasoningEffort(flat, dialect), dialect, (key, value) => ({
    [key]: value,
  }))
  const replaced = new Set(Object.keys(flat).map(meaningOf))
  const rest = withoutMeanings(flattenContainers(parameters), replaced)
  const merged = mergeKwargs(rest, overriding, reasoning(rest, overriding, dialect))
  return Object.fromEntries(
    Object.entries(merged).filter(([key, value]) => value !== null || !(key in overriding)),
  )
}

const storedParameters = (
  stored: Model | null | undefined,
  request: ModelRequest,
  dialect: Dialect,
): Kwargs => {
  if (!stored) return {}
  const parameters = request.model
    ? without(stored.parameters ?? {}, ['model', 'modelId'])
    : { ...stored.parameters }
  if (dialectOf(stored) === dialect) return parameters
  const untranslated = isLenient(dialect) ? (key: string, value: unknown) => ({ [key]: value }) : () => ({})
  return translateParameters(
    present(withReasoningEffort(flattenContainers(parameters), dialect)),
    dialect,
    untranslated,
  )
}

/** Responses has {reasoning: {effort}}, OpenAI chat has reasoning_effort. */
const withReasoningEffort = (parameters: Kwargs, dialect: Dialect): Kwargs => {
  const { effort } = fieldsOf(parameters['reasoning'])
  if (dialect !== 'openai-chat' || effort === undefined) return parameters
  return { reasoning_effort: effort, ...without(parameters, ['reasoning']) }
}

/** An overridden effort keeps the rest of the stored `reasoning` (such as the summary). */
const reasoning = (rest: Kwargs, overriding: Kwargs, dialect: Dialect): Kwargs =>
  dialect === 'openai-responses' && isFields(rest['reasoning']) && isFields(overriding['reasoning'])
    ? { reasoning: { ...rest['reasoning'], ...overriding['reasoning'] } }
    : {}
