import { Refusal } from '../../engine/refusal.ts'
import type { Model, PromptTemplate, RegistryTool } from '../../engine/template/blueprint/index.ts'
import type { ModelRequest } from '../../engine/template/model-kwargs/index.ts'
import { renderParameters, renderTemplate } from '../../engine/template/render/index.ts'
import { registryTools } from '../../engine/template/tools/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findRegistryRevision } from '../workspaces/index.ts'
import { atField } from './at-field.ts'
import type { Selector } from './find-prompt.ts'
import {
  type ExpandedVersion,
  expandVersion,
  type ServingContext,
  type VersionContent,
} from './load-template.ts'
import { readLoaded } from './read-loaded.ts'
import { serveModel } from './served-provider.ts'
import { settleLabel } from './settle-label.ts'
import { textNames, warningOf } from './warning.ts'

/** A template of the registry by its name (or id as text) or by its id alone, or one that is not published. */
export type TemplateChoice =
  | ({ readonly kind: 'registry'; readonly prompt: string | number } & Selector)
  | ({ readonly kind: 'draft' } & VersionContent)

export interface Filling {
  /** Null leaves the variables as they are. */
  readonly variables: Readonly<Record<string, unknown>> | null
  readonly model: ModelRequest
  /** By which dynamic labels choose. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** True: a variable of a text that is not even given as null is refused. */
  readonly everyVariable?: boolean
}

/** Everything that a call of the model is made from. */
export interface Runnable {
  /** Null for a draft. */
  readonly served: ServedVersion | null
  readonly template: PromptTemplate
  /** Null where neither the version nor the caller names one. */
  readonly model: Model | null
  /** The version's own, by id or name; null: the workspace's key for the provider. */
  readonly connection: number | string | null
  readonly registryTools: readonly RegistryTool[]
  readonly warning: string | null
}

export interface ServedVersion {
  readonly id: number
  readonly name: string
  readonly version: number
  /** The label asked for. */
  readonly label: string | null
}

/** Loads a template and puts the variables in, as a read of it does. */
export async function loadRunnable(
  context: ServingContext,
  workspace: WorkspaceId,
  choice: TemplateChoice,
  filling: Filling,
): Promise<Runnable> {
  if (choice.kind === 'draft') {
    const expanded = await expandVersion(context, workspace, choice, { resolveSnippets: true })
    return filled(expanded, filling, null)
  }
  const reader = { workspace, registryRevision: await findRegistryRevision(context.store, workspace) }
  const selector = await settleLabel(context, reader, choice.prompt, choice, filling.metadata)
  const loaded = await readLoaded(context, reader, choice.prompt, selector, true)
  return filled(loaded, filling, {
    id: loaded.prompt.id,
    name: loaded.prompt.name,
    version: loaded.version.number,
    label: choice.label ?? null,
  })
}

function filled(expanded: ExpandedVersion, filling: Filling, served: ServedVersion | null): Runnable {
  const { variables } = filling
  const { model, isAsStored } = serveModel(expanded, filling.model)
  if (filling.everyVariable && variables) refuseUnfilled(expanded, variables)
  const { provider_id: id, provider_base_url_name: name } = expanded.version.extras
  const rendered = <T>(work: () => T) => atField(['body', 'input_variables'], work)
  return {
    served,
    template: variables ? rendered(() => renderTemplate(expanded.runnable, variables)) : expanded.runnable,
    model:
      model && variables
        ? { ...model, parameters: rendered(() => renderParameters(model.parameters, variables)) }
        : model,
    connection: isAsStored ? (id ?? name ?? null) : null,
    registryTools: registryTools(expanded.template).map(({ tool }) => tool),
    warning: warningOf(expanded, variables),
  }
}

function refuseUnfilled(expanded: ExpandedVersion, variables: Readonly<Record<string, unknown>>): void {
  const unfilled = textNames(expanded).filter((name) => !Object.hasOwn(variables, name))
  if (unfilled.length > 0)
    throw new Refusal('bad_request', `The template has variables that nothing fills: ${unfilled.join(', ')}.`)
}
