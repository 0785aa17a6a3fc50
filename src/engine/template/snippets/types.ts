import type { PromptTemplate } from '../blueprint/index.ts'
import type { SnippetMarker } from './marker.ts'

/** The target of a marker; `label` is set if the marker named one. */
export type ResolvedSnippet = {
  readonly promptName: string
  readonly versionNumber: number
  readonly label: string | null
  readonly template: PromptTemplate
}

/** Texts by snippet name that replace all versions of it. */
export type SnippetOverrides = Readonly<Record<string, string>>

/**
 * A resolved reference in an answer.
 * Source: reference 4.7.
 */
export type SnippetReference = {
  readonly prompt_name: string
  readonly version: number
  readonly label: string | null
}

export type ExpandedSnippets = {
  /** Markers that could not be expanded are unchanged. */
  readonly template: PromptTemplate
  readonly snippets: readonly SnippetReference[]
  readonly missing: readonly SnippetMarker[]
  /** Markers of templates that are not completions. */
  readonly wrongType: readonly SnippetMarker[]
  /** The first cycle, for example ['a', 'b', 'a']. */
  readonly cycle: readonly string[] | null
}

export function overrideFor(overrides: SnippetOverrides, name: string): string | undefined {
  return Object.hasOwn(overrides, name) ? overrides[name] : undefined
}
