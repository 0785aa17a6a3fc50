import type { z } from 'zod'
import type { GetPromptTemplate, RenderedPromptTemplate } from '../../contract/index.ts'
import type { Metadata, Model, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { messagesOnlyKwargs, modelKwargs } from '../../engine/template/model-kwargs/index.ts'
import { renderParameters, renderTemplate } from '../../engine/template/render/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import { etagOf } from '../http/etags.ts'
import { CachedJson, type Handler } from '../http/handler.ts'
import { atField } from './at-field.ts'
import type { LoadedTemplate } from './load-template.ts'
import { type ReadCaches, readKey, readLoaded } from './read-loaded.ts'
import { isJsSdk, presentCustom, presentRelocated, serveModel } from './served-provider.ts'
import { settleLabel } from './settle-label.ts'
import { tagsOf } from './version.ts'
import { warningOf } from './warning.ts'

type Request = z.output<typeof GetPromptTemplate>
type Variables = Readonly<Record<string, unknown>>

export function readTemplate(caches: ReadCaches): Handler<'readTemplate'> {
  return async (context, { caller, params, body, userAgent }) => {
    const request: Request = body ?? { model_parameter_overrides: null }
    refuseOtherWorkspace(caller.workspace, request.workspace_id)
    const { identifier } = params
    const metadata = request.metadata_filters ?? {}
    const selector = await settleLabel(context.store, caches, caller, identifier, request, metadata)
    const variant = isJsSdk(userAgent) ? 'ready js' : 'ready'
    const key = isPlain(request) ? readKey(caller, identifier, selector, variant) : null
    const known = key && caches.answers.get(key)
    if (known) return known
    const loaded = await readLoaded(context, caches, caller, identifier, selector, true)
    const text = JSON.stringify(readyTemplate(loaded, request, userAgent))
    const answer = new CachedJson(text, etagOf(text))
    if (key) caches.answers.set(key, answer, text.length)
    return answer
  }
}

/** Whether the answer depends on the version alone. */
function isPlain(request: Request): boolean {
  return (
    request.provider == null &&
    request.model == null &&
    request.model_parameter_overrides == null &&
    (request.input_variables == null || request.skip_input_variable_rendering === true)
  )
}

/**
 * The template as an application runs it. Variables are rendered when any were given, even none by name;
 * without `input_variables` the text keeps its variables, as it does when the caller asks to skip rendering.
 */
function readyTemplate(
  loaded: LoadedTemplate,
  request: Request,
  userAgent: string,
): z.input<typeof RenderedPromptTemplate> {
  const { prompt, version, snippets } = loaded
  const variables = request.skip_input_variable_rendering ? null : request.input_variables
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
  variables: Variables | null | undefined,
): Record<string, unknown> | null {
  if (!model) return provider ? messagesOnlyKwargs(template, provider) : null
  if (!variables) return modelKwargs({ template, model })
  const parameters = atField(['body', 'input_variables'], () => renderParameters(model.parameters, variables))
  return modelKwargs({ template, model: { ...model, parameters } })
}
