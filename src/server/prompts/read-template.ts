import type { z } from 'zod'
import type { GetPromptTemplate, RenderedPromptTemplate } from '../../contract/index.ts'
import type { Metadata, Model, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { messagesOnlyKwargs, modelKwargs } from '../../engine/template/model-kwargs/index.ts'
import {
  fillAnswer,
  type PreparedAnswer,
  prepareAnswer,
  renderParameters,
  renderTemplate,
} from '../../engine/template/render/index.ts'
import { type Cache, CacheKind } from '../caches/caches.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import { etagOf } from '../http/etags.ts'
import { CachedJson, type Handler } from '../http/handler.ts'
import { atField } from './at-field.ts'
import type { LoadedTemplate } from './load-template.ts'
import { answersWithoutVariables, readerOf, readKey, readLoaded } from './read-loaded.ts'
import { resolveDynamicLabel } from './resolve-dynamic-label.ts'
import { isJsSdk, presentCustom, presentRelocated, serveModel } from './served-provider.ts'
import { tagsOf } from './version.ts'
import { warningOf } from './warning.ts'

type Request = z.output<typeof GetPromptTemplate>
type Variables = Readonly<Record<string, unknown>>

/** Prepared answers for reads with variables; null if the template must be rendered each time. */
const preparedAnswers = new CacheKind<PreparedAnswer | null>()
type PreparedAnswers = Cache<PreparedAnswer | null>

export const readTemplate: Handler<'readTemplate'> = async (context, { caller, params, body, userAgent }) => {
  const answers = context.caches.of(answersWithoutVariables)
  const prepared = context.caches.of(preparedAnswers)
  const request: Request = body ?? { model_parameter_overrides: null }
  refuseOtherWorkspace(caller.workspace, request.workspace_id)
  const { identifier } = params
  const metadata = request.metadata_filters ?? {}
  const reader = await readerOf(context.store, caller.workspace)
  const selector = await resolveDynamicLabel(context, reader, identifier, request, metadata)
  const variant = isJsSdk(userAgent) ? 'ready js' : 'ready'
  const key = isAsServed(request) ? readKey(reader, identifier, selector, variant) : null
  const variables = variablesOf(request)
  const cachedAnswer = key && (variables ? fillPrepared(prepared, key, variables) : answers.get(key))
  if (cachedAnswer) return cachedAnswer
  const loaded = await readLoaded(context, reader, identifier, selector, true)
  const render = (variables: Variables | null) =>
    JSON.stringify(readyTemplate(loaded, request, variables, userAgent))
  const answer = cachedJson(render(variables))
  if (key && variables) setImmediate(() => prepare(prepared, key, loaded, render))
  else if (key) answers.set(key, answer, answer.text.length)
  return answer
}

const cachedJson = (text: string) => new CachedJson(text, etagOf(text))

/** True if the answer depends only on the version and the variables. */
const isAsServed = ({ provider, model, model_parameter_overrides: overrides }: Request): boolean =>
  provider == null && model == null && overrides == null

const variablesOf = (request: Request): Variables | null =>
  (request.skip_input_variable_rendering ? null : request.input_variables) ?? null

function fillPrepared(cache: PreparedAnswers, key: string, variables: Variables): CachedJson | null {
  const prepared = cache.get(key)
  const text = prepared ? fillAnswer(prepared, variables) : null
  return text === null ? null : cachedJson(text)
}

/** Prepares answers. This runs after the answer was sent, because it renders eight times. */
function prepare(
  cache: PreparedAnswers,
  key: string,
  { runnable, version }: LoadedTemplate,
  render: (variables: Variables) => string,
) {
  if (cache.get(key) !== undefined) return
  const prepared = preparedOrNull(() =>
    prepareAnswer(runnable, version.metadata?.model?.parameters ?? {}, render),
  )
  const characters = prepared?.pieces.reduce((sum, { length }) => sum + length, 0) ?? 0
  cache.set(key, prepared, key.length + characters)
}

function preparedOrNull(prepare: () => PreparedAnswer | null): PreparedAnswer | null {
  try {
    return prepare()
  } catch {
    return null
  }
}

/**
 * The template in the form that an application runs. Without `input_variables`, or if the call skips rendering,
 * variables stay in the text.
 */
function readyTemplate(
  loaded: LoadedTemplate,
  request: Request,
  variables: Variables | null,
  userAgent: string,
): z.input<typeof RenderedPromptTemplate> {
  const { prompt, version, snippets } = loaded
  const { model, custom, relocated } = serveModel(loaded, {
    provider: request.provider,
    model: request.model,
    parameterOverrides: request.model_parameter_overrides,
  })
  const template = variables
    ? atField(['body', 'input_variables'], () => renderTemplate(loaded.runnable, variables))
    : loaded.runnable
  return {
    id: prompt.id,
    prompt_name: prompt.name,
    workspace_id: prompt.workspace_id,
    version: version.number,
    prompt_template: template,
    metadata: withModel(version.metadata, model),
    commit_message: version.commitMessage,
    llm_kwargs: kwargsOf(template, model, request.provider, variables),
    tags: tagsOf(prompt),
    snippets: [...snippets],
    provider_id: version.extras.provider_id ?? null,
    provider_base_url: relocated && presentRelocated(relocated),
    custom_provider: custom && presentCustom(custom, userAgent),
    warning: warningOf(loaded, variables),
  }
}

function withModel(metadata: Metadata | null, model: Model | null): Metadata | null {
  if (!model) return metadata
  return { ...metadata, model }
}

function kwargsOf(
  template: PromptTemplate,
  model: Model | null,
  provider: string | null | undefined,
  variables: Variables | null,
): Record<string, unknown> | null {
  if (!model) return provider ? messagesOnlyKwargs(template, provider) : null
  if (!variables) return modelKwargs({ template, model })
  const parameters = atField(['body', 'input_variables'], () => renderParameters(model.parameters, variables))
  return modelKwargs({ template, model: { ...model, parameters } })
}
