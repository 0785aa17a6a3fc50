import type { PromptTemplate } from '../blueprint/index.ts'
import { type SnippetMarker, snippetMarkers, splitAtMarkers } from './marker.ts'
import { overrideFor, type SnippetOverrides } from './types.ts'

/**
 * One round of loading for `expandSnippets`: the markers in `templates` that are not `known` yet (by `raw`). The caller loads
 * them, marks all of them as known, and calls again with the loaded templates until no marker is left. Overridden snippets are
 * not loaded, but markers in their overrides are.
 */
export function collectSnippets(
  templates: Iterable<PromptTemplate>,
  known: { has(raw: string): boolean },
  overrides: SnippetOverrides = {},
): SnippetMarker[] {
  const needed = new Map<string, SnippetMarker>()
  const markers = new Set<string>()
  const waiting = [...templates].flatMap(snippetMarkers).reverse()
  for (let marker = waiting.pop(); marker !== undefined; marker = waiting.pop()) {
    if (markers.has(marker.raw)) continue
    markers.add(marker.raw)
    const override = overrideFor(overrides, marker.name)
    if (override !== undefined) for (const inner of markersIn(override).reverse()) waiting.push(inner)
    else if (!known.has(marker.raw)) needed.set(marker.raw, marker)
  }
  return [...needed.values()]
}

const markersIn = (text: string): SnippetMarker[] =>
  splitAtMarkers(text).filter((part) => typeof part !== 'string')
