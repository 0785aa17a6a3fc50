import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import {
  type ExpandedSnippets,
  expandSnippets,
  type SnippetReference,
} from '../../engine/template/snippets/index.ts'
import { registryTools, resolveRegistryTools } from '../../engine/template/tools/index.ts'
import { withInputVariables } from '../../engine/template/variables.ts'
import { findConnection, type ServedConnection } from '../connections/index.ts'
import type { Context } from '../context.ts'
import type { PromptRow } from '../db/index.ts'
import type { VersionSelector } from '../registry/index.ts'
import { loadTools } from '../tools/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { loadSnippets } from './load-snippets.ts'
import { promptRegistry } from './prompt-registry.ts'
import { type Version, versionOf } from './version.ts'

/** A version with its snippets expanded, or with their markers. */
export interface ExpandedVersion {
  readonly version: VersionContent
  /** The template as written. Tools of the registry are references in it. */
  readonly template: PromptTemplate
  /** The template with functions in place of references to tools. */
  readonly runnable: PromptTemplate
  readonly snippets: readonly SnippetReference[]
  /** Markers without a completion template, for example because its label was moved. */
  readonly brokenSnippets: readonly string[]
  readonly connection: ServedConnection | null
  /** Names and ids of connections that do not exist. */
  readonly missingConnections: readonly string[]
  /** References to tools without a function: a label was deleted, or the version has no name. */
  readonly brokenTools: readonly number[]
}

export type VersionContent = Pick<Version, 'template' | 'metadata' | 'extras'>

/** The result of loading a template, which all reads start from. */
export interface LoadedTemplate extends ExpandedVersion {
  readonly prompt: PromptRow
  readonly version: Version
}

export type ServingContext = Pick<Context, 'store' | 'secrets' | 'caches'>

export async function loadTemplate(
  context: ServingContext,
  workspace: WorkspaceId,
  identifier: string | number,
  selector: VersionSelector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const { store } = context
  const prompt = await promptRegistry.get(store.db, workspace, identifier)
  const version = versionOf(await promptRegistry.getVersion(store.db, workspace, prompt, selector))
  const self = { promptName: prompt.name, versionNumber: version.number }
  const expanded = await expandVersion(context, workspace, version, { resolveSnippets, self })
  return { ...expanded, prompt, version }
}

/** Cached expansions of versions without snippets, tools and connections, because these never change. */
const selfContained = new WeakMap<VersionContent, ExpandedVersion>()

/** Expands a version. `self` names it for finding cycles of snippets; an unpublished version has no name. */
export async function expandVersion(
  context: ServingContext,
  workspace: WorkspaceId,
  version: VersionContent,
  options: { resolveSnippets: boolean; self?: { promptName: string; versionNumber: number } },
): Promise<ExpandedVersion> {
  const cached = selfContained.get(version)
  if (cached) return cached
  const { store } = context
  const overrides = version.extras.snippet_overrides ?? {}
  const snippets = await loadSnippets(store.db, workspace, version.template, overrides)
  const expanded = expandSnippets(version.template, (marker) => snippets.get(marker.raw), {
    overrides,
    ...(options.self && { self: options.self }),
  })
  const broken = [...expanded.missing, ...expanded.wrongType].map(({ raw }) => raw)
  const template = options.resolveSnippets ? withSnippetVariables(expanded, version) : version.template
  const references = registryTools(template).map(({ tool }) => tool)
  const tools = resolveRegistryTools(template, await loadTools(store.db, workspace, references))
  const { connection, missingConnections } = await connectionOf(context, workspace, version)
  const result: ExpandedVersion = {
    version,
    template,
    runnable: tools.template,
    snippets: expanded.snippets,
    brokenSnippets: broken,
    connection,
    missingConnections,
    brokenTools: tools.missing.map(({ tool_registry_id }) => tool_registry_id),
  }
  const referenceCount = snippets.size + references.length + missingConnections.length
  if (referenceCount === 0 && connection === null) selfContained.set(version, result)
  return result
}

function withSnippetVariables(
  { template, snippets }: ExpandedSnippets,
  version: VersionContent,
): PromptTemplate {
  return snippets.length === 0 ? template : withInputVariables(template, version.metadata?.model?.parameters)
}

/** Finds the connection that a version names. An id takes precedence over a name. */
async function connectionOf(context: ServingContext, workspace: WorkspaceId, { extras }: VersionContent) {
  const connectionIds = [extras.provider_id, extras.provider_base_url_name].filter(
    (identifier) => identifier != null,
  )
  const result = await Promise.all(
    connectionIds.map((identifier) => findConnection(context, workspace, identifier)),
  )
  return {
    connection: result.find((connection) => connection !== undefined) ?? null,
    missingConnections: connectionIds.filter((_, index) => !result[index]).map(String),
  }
}
