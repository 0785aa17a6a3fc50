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
import type { WorkspaceId } from '../http/caller.ts'
import { loadTools } from '../tools/index.ts'
import { getPrompt, getVersion, type Selector } from './find-prompt.ts'
import { loadSnippets } from './load-snippets.ts'
import { type Version, versionOf } from './version.ts'

/** A version with its snippets expanded, or kept as markers. */
export interface ExpandedVersion {
  readonly version: VersionContent
  /** As it was written; tools of the registry are references. */
  readonly template: PromptTemplate
  /** The same with the functions that its registry tools stand for. */
  readonly runnable: PromptTemplate
  readonly snippets: readonly SnippetReference[]
  /** Markers that no longer stand for a completion template: it was deleted or its label moved. */
  readonly brokenSnippets: readonly string[]
  readonly connection: ServedConnection | null
  /** Names and ids of connections that are not there. */
  readonly missingConnections: readonly string[]
  /** Registry tools that no longer stand for a function: a label went, or points at a version without a name. */
  readonly brokenTools: readonly number[]
}

export type VersionContent = Pick<Version, 'template' | 'metadata' | 'extras'>

/** What every read of a template starts from. */
export interface LoadedTemplate extends ExpandedVersion {
  readonly prompt: PromptRow
  readonly version: Version
}

export type ServingContext = Pick<Context, 'store' | 'secrets' | 'templates'>

export async function loadTemplate(
  context: ServingContext,
  workspace: WorkspaceId,
  identifier: string | number,
  selector: Selector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const { store } = context
  const prompt = await getPrompt(store.db, workspace, identifier)
  const version = versionOf(await getVersion(store.db, workspace, prompt, selector))
  const self = { promptName: prompt.name, versionNumber: version.number }
  const expanded = await expandVersion(context, workspace, version, { resolveSnippets, self })
  return { ...expanded, prompt, version }
}

/** What versions say that name nothing outside of themselves: it never changes. */
const selfContained = new WeakMap<VersionContent, ExpandedVersion>()

/** `self` is what a circle of snippets would lead back to; a version that has no name yet has none. */
export async function expandVersion(
  context: ServingContext,
  workspace: WorkspaceId,
  version: VersionContent,
  options: { resolveSnippets: boolean; self?: { promptName: string; versionNumber: number } },
): Promise<ExpandedVersion> {
  const kept = selfContained.get(version)
  if (kept) return kept
  const { store } = context
  const overrides = version.extras.snippet_overrides ?? {}
  const known = await loadSnippets(store.db, workspace, version.template, overrides)
  const expanded = expandSnippets(version.template, (marker) => known.get(marker.raw), {
    overrides,
    ...(options.self && { self: options.self }),
  })
  const broken = [...expanded.missing, ...expanded.wrongType].map(({ raw }) => raw)
  const template = options.resolveSnippets ? withSnippetVariables(expanded, version) : version.template
  const references = registryTools(template).map(({ tool }) => tool)
  const tools = resolveRegistryTools(template, await loadTools(store.db, workspace, references))
  const { connection, missingConnections } = await connectionOf(context, workspace, version)
  const found: ExpandedVersion = {
    version,
    template,
    runnable: tools.template,
    snippets: expanded.snippets,
    brokenSnippets: broken,
    connection,
    missingConnections,
    brokenTools: tools.missing.map(({ tool_registry_id }) => tool_registry_id),
  }
  const names = known.size + references.length + missingConnections.length
  if (names === 0 && connection === null) selfContained.set(version, found)
  return found
}

/** What the snippets brought may name variables too. */
function withSnippetVariables(
  { template, snippets }: ExpandedSnippets,
  version: VersionContent,
): PromptTemplate {
  return snippets.length === 0 ? template : withInputVariables(template, version.metadata?.model?.parameters)
}

/** The connection that a version names; by id wins over by name. */
async function connectionOf(context: ServingContext, workspace: WorkspaceId, { extras }: VersionContent) {
  const named = [extras.provider_id, extras.provider_base_url_name].filter((one) => one != null)
  const found = await Promise.all(named.map((identifier) => findConnection(context, workspace, identifier)))
  return {
    connection: found.find((one) => one !== undefined) ?? null,
    missingConnections: named.filter((_, index) => !found[index]).map(String),
  }
}
