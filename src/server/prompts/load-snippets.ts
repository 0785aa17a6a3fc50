import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import {
  collectSnippets,
  type ResolvedSnippet,
  type SnippetMarker,
  type SnippetOverrides,
} from '../../engine/template/snippets/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { promptRegistry } from './prompt-registry.ts'
import { versionOf } from './version.ts'

export type KnownSnippets = Map<string, ResolvedSnippet | undefined>

/**
 * Loads all snippets of the template, level by level. `preloaded` returns the versions that need no query, such as the
 * version that is being published.
 */
export async function loadSnippets(
  db: Database | Tx,
  workspace: WorkspaceId,
  template: PromptTemplate,
  overrides: SnippetOverrides = {},
  preloaded: (marker: SnippetMarker) => ResolvedSnippet | undefined = () => undefined,
): Promise<KnownSnippets> {
  const snippets: KnownSnippets = new Map()
  let templates = [template]
  for (;;) {
    const missingMarkers = collectSnippets(templates, snippets, overrides)
    if (missingMarkers.length === 0) return snippets
    templates = []
    for (const marker of missingMarkers) {
      const snippet = preloaded(marker) ?? (await findSnippet(db, workspace, marker))
      snippets.set(marker.raw, snippet)
      if (snippet) templates.push(snippet.template)
    }
  }
}

async function findSnippet(
  db: Database | Tx,
  workspace: WorkspaceId,
  marker: SnippetMarker,
): Promise<ResolvedSnippet | undefined> {
  // An override may contain NUL, which PostgreSQL cannot look up.
  if (marker.raw.includes('\u0000')) return undefined
  const prompt = await promptRegistry.findByName(db, workspace, marker.name)
  const row = prompt && (await promptRegistry.findVersion(db, workspace, prompt, marker))
  if (!prompt || !row) return undefined
  const { number, template } = versionOf(row)
  return { promptName: prompt.name, versionNumber: number, label: marker.label, template }
}
