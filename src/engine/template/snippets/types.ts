import type { PromptTemplate } from '../blueprint/index.ts'
import type { SnippetMarker } from './marker.ts'

/** What a marker stands for; `label` is the one it was found by, if any. */
export type ResolvedSnippet = {
  readonly promptName: string
  readonly versionNumber: number
  readonly label: string | null
  readonly template: PromptTemplate
}

/** Texts that take the place of snippets, by snippet name, whatever version a marker asks for. */
export type SnippetOverrides = Readonly<Record<string, string>>

/** A resolved reference, as answers list it. Source: reference 4.7. */
export type SnippetReference = {
  readonly prompt_name: string
  readonly version: number
  readonly label: string | null
}

export type ExpandedSnippets = {
  /** Markers that could not be expanded are left in it as they were. */
  readonly template: PromptTemplate
  readonly snippets: readonly SnippetReference[]
  readonly missing: readonly SnippetMarker[]
  /** Markers that name a template which is not a completion. */
  readonly wrongType: readonly SnippetMarker[]
  /** The first cycle met, from a template to itself: ['a', 'b', 'a']. */
  readonly cycle: readonly string[] | null
}

/** The text that overrides the snippet of that name, if one does. */
export function overrideFor(overrides: SnippetOverrides, name: string): string | undefined {
  return Object.hasOwn(overrides, name) ? overrides[name] : undefined
}
