import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import {
  collectSnippets,
  type ResolvedSnippet,
  type SnippetMarker,
  type SnippetOverrides,
} from '../../engine/template/snippets/index.ts'
import type { Database, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { findVersion } from './find-prompt.ts'
import { findPromptByName } from './queries.ts'
import { versionOf } from './version.ts'

export type KnownSnippets = Map<string, ResolvedSnippet | undefined>

/**
 * Loads every snippet that the template refers to, and those they refer to, level by level. A marker that
 * `already` answers for is not looked up: at publish, the template that is about to exist.
 */
export async function loadSnippets(
  db: Database | Tx,
  workspace: WorkspaceId,
  template: PromptTemplate,
  overrides: SnippetOverrides = {},
  already: (marker: SnippetMarker) => ResolvedSnippet | undefined = () => undefined,
): Promise<KnownSnippets> {
  const known: KnownSnippets = new Map()
  let templates = [template]
  for (;;) {
    const needed = collectSnippets(templates, known, overrides)
    if (needed.length === 0) return known
    templates = []
    for (const marker of needed) {
      const snippet = already(marker) ?? (await findSnippet(db, workspace, marker))
      known.set(marker.raw, snippet)
      if (snippet) templates.push(snippet.template)
    }
  }
}

async function findSnippet(
  db: Database | Tx,
  workspace: WorkspaceId,
  marker: SnippetMarker,
): Promise<ResolvedSnippet | undefined> {
  // PostgreSQL refuses to look for NUL, which no name and no label holds; the text of an override may.
  if (marker.raw.includes('\u0000')) return undefined
  const prompt = await findPromptByName(db, workspace, marker.name)
  const row = prompt && (await findVersion(db, workspace, prompt, marker))
  if (!prompt || !row) return undefined
  const { number, template } = versionOf(row)
  return { promptName: prompt.name, versionNumber: number, label: marker.label, template }
}
