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

/** Of whom a read is: the workspace, and the revision at which its registry is read. */
export type Reader = Pick<Caller, 'workspace' | 'registryRevision'>

/** Names one read at one revision of the registry. */
export function readKey(
  { workspace, registryRevision }: Reader,
  identifier: string | number,
  { label, version }: Selector,
  variant: string,
): string {
  // Only the label and the identifier can hold anything, and how long the label is says where it ends. A number is an
  // id and nothing else, text may be a name of digits.
  const which = label == null ? '' : `${label.length} ${label}`
  const named = typeof identifier === 'number' ? `#${identifier}` : ` ${identifier}`
  return `${workspace} ${registryRevision} ${variant} ${version ?? ''} ${which}${named}`
}

export async function readLoaded(
  context: ServingContext,
  reader: Reader,
  identifier: string | number,
  selector: Selector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const key = readKey(reader, identifier, selector, resolveSnippets ? 'expanded' : 'markers')
  const { loaded: cache } = context.templates
  const known = cache.get(key)
  if (known) return known
  const loaded = await loadTemplate(context, reader.workspace, identifier, selector, resolveSnippets)
  // All but its tools is the same in both templates.
  cache.set(key, loaded, JSON.stringify({ ...loaded, runnable: null }).length)
  return loaded
}
