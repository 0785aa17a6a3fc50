/** Markers of snippets: collected, expanded, checked for cycles. */

export { collectSnippets } from './collect.ts'
export { expandSnippets } from './expand.ts'
export { type SnippetMarker, snippetMarkers } from './marker.ts'
export type { ExpandedSnippets, ResolvedSnippet, SnippetOverrides, SnippetReference } from './types.ts'
