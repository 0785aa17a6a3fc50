import type { PreparedAnswer } from '../../engine/template/render/index.ts'
import type { Caller } from '../http/caller.ts'
import type { CachedJson } from '../http/handler.ts'
import type { Selector } from './find-prompt.ts'
import { type LoadedTemplate, loadTemplate, type ServingContext } from './load-template.ts'
import { TemplateCache } from './template-cache.ts'
import type { Traffic } from './traffic.ts'

/** What the reads of this process have at hand. */
export interface ReadCaches {
  readonly loaded: TemplateCache<LoadedTemplate>
  /** Whole answers to reads that bring no variables. */
  readonly answers: TemplateCache<CachedJson>
  /** Answers to reads that bring variables; null for those that have to be rendered anew. */
  readonly prepared: TemplateCache<PreparedAnswer | null>
  /** Dynamic labels; null for a label that is none. */
  readonly traffic: TemplateCache<Traffic | null>
}

export const createReadCaches = (): ReadCaches => ({
  loaded: new TemplateCache(),
  answers: new TemplateCache(),
  prepared: new TemplateCache(),
  traffic: new TemplateCache(),
})

/** Names one read at one revision of the registry. */
export function readKey(
  { workspace, registryRevision }: Caller,
  identifier: string,
  { label, version }: Selector,
  variant: string,
): string {
  // Only the label and the identifier can hold anything, and how long the label is says where it ends.
  const which = label == null ? '' : `${label.length} ${label}`
  return `${workspace} ${registryRevision} ${variant} ${version ?? ''} ${which} ${identifier}`
}

export async function readLoaded(
  context: ServingContext,
  caches: ReadCaches,
  caller: Caller,
  identifier: string,
  selector: Selector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const key = readKey(caller, identifier, selector, resolveSnippets ? 'expanded' : 'markers')
  const known = caches.loaded.get(key)
  if (known) return known
  const loaded = await loadTemplate(context, caller.workspace, identifier, selector, resolveSnippets)
  // All but its tools is the same in both templates.
  caches.loaded.set(key, loaded, JSON.stringify({ ...loaded, runnable: null }).length)
  return loaded
}
