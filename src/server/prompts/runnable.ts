import { Refusal } from '../../engine/refusal.ts'
import type { Model, PromptTemplate, RegistryTool } from '../../engine/template/blueprint/index.ts'
import type { ModelRequest } from '../../engine/template/model-kwargs/index.ts'
import { renderParameters, renderTemplate } from '../../engine/template/render/index.ts'
import { registryTools } from '../../engine/template/tools/index.ts'
import type { VersionSelector } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { atField } from './at-field.ts'
import {
  type ExpandedVersion,
  expandVersion,
  type ServingContext,
  type VersionContent,
} from './load-template.ts'
import { readerOf, readLoaded } from './read-loaded.ts'
import { resolveDynamicLabel } from './resolve-dynamic-label.ts'
import { serveModel } from './served-provider.ts'
import { textNames, warningOf } from './warning.ts'

/** A template by name (or id as text), by numeric id, or as an unpublished draft. */
export type TemplateChoice =
  | ({ readonly kind: 'registry'; readonly prompt: string | number } & VersionSelector)
  | ({ readonly kind: 'draft' } & VersionContent)

export interface FillOptions {
  /** Null: variables stay in the text. */
  readonly variables: Readonly<Record<string, unknown>> | null
  readonly model: ModelRequest
  /** Metadata, by which a dynamic label selects a version. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** True: refuse if a variable of the text has no value. Null is a value. */
  readonly requiresAllVariables?: boolean
}

/** A template with everything that a model call takes. */
export interface Runnable {
  /** The published version; null for a draft. */
  readonly served: ServedVersion | null
  readonly template: PromptTemplate
  /** Null if neither the version nor the caller names a model. */
  readonly model: Model | null
  /** The version's connection by id or name; null: use the workspace's key for the provider. */
  readonly connection: number | string | null
  readonly registryTools: readonly RegistryTool[]
  readonly warning: string | null
}

export interface ServedVersion {
  readonly id: number
  readonly name: string
  readonly version: number
  /** The label that the caller asked for. */
  readonly label: string | null
}

/** Loads a template and fills in its variables, as a read does. */
export async function loadRunnable(
  context: ServingContext,
  workspace: WorkspaceId,
  choice: TemplateChoice,
  options: FillOptions,
): Promise<Runnable> {
  if (choice.kind === 'draft') {
    const expanded = await expandVersion(context, workspace, choice, { resolveSnippets: true })
    return fillVariables(expanded, options, null)
  }
  const reader = await readerOf(context.store, workspace)
  const selector = await resolveDynamicLabel(context, reader, choice.prompt, choice, options.metadata)
  const loaded = await readLoaded(context, reader, choice.prompt, selector, true)
  return fillVariables(loaded, options, {
    id: loaded.prompt.id,
    name: loaded.prompt.name,
    version: loaded.version.number,
    label: choice.label ?? null,
  })
}

function fillVariables(
  expanded: ExpandedVersion,
  options: FillOptions,
  served: ServedVersion | null,
): Runnable {
  const { variables } = options
  const { model, isStoredProvider } = serveModel(expanded, options.model)
  if (options.requiresAllVariables && variables) refuseMissing(expanded, variables)
  const { provider_id: id, provider_base_url_name: name } = expanded.version.extras
  const rendered = <T>(work: () => T) => atField(['body', 'input_variables'], work)
  return {
    served,
    template: variables ? rendered(() => renderTemplate(expanded.runnable, variables)) : expanded.runnable,
    model:
      model && variables
        ? { ...model, parameters: rendered(() => renderParameters(model.parameters, variables)) }
        : model,
    connection: isStoredProvider ? (id ?? name ?? null) : null,
    registryTools: registryTools(expanded.template).map(({ tool }) => tool),
    warning: warningOf(expanded, variables),
  }
}

function refuseMissing(expanded: ExpandedVersion, variables: Readonly<Record<string, unknown>>): void {
  const missing = textNames(expanded).filter((name) => !Object.hasOwn(variables, name))
  if (missing.length > 0)
    throw new Refusal('bad_request', `These variables of the template have no value: ${missing.join(', ')}.`)
}
