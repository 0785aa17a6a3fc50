import type { PreparedAnswer } from '../../engine/template/render/index.ts'
import type { Caller } from '../http/caller.ts'
import type { CachedJson } from '../http/handler.ts'
import type { VersionSelector } from '../registry/index.ts'
import { type LoadedTemplate, loadTemplate, type ServingContext } from './load-template.ts'
import { TemplateCache } from './template-cache.ts'
import type { Traffic } from './traffic.ts'

/** Caches of this process's reads. */
export interface ReadCaches {
  readonly loaded: TemplateCache<LoadedTemplate>
  /** Responses to reads without variables. */
  readonly answers: TemplateCache<CachedJson>
  /** Prepared responses to reads with variables; null: must be rendered each time. */
  readonly prepared: TemplateCache<PreparedAnswer | null>
  /** Dynamic labels; null: not a dynamic label. */
  readonly traffic: TemplateCache<Traffic | null>
}

export const createReadCaches = (): ReadCaches => ({
  loaded: new TemplateCache(),
  answers: new TemplateCache(),
  prepared: new TemplateCache(),
  traffic: new TemplateCache(),
})

/** Workspace and registry revision of a read. */
export type Reader = Pick<Caller, 'workspace' | 'registryRevision'>

/** Cache key of one read at one registry revision. */
export function readKey(
  { workspace, registryRevision }: Reader,
  identifier: string | number,
  { label, version }: VersionSelector,
  variant: string,
): string {
  // The label's length delimits it, because label and identifier may hold any character. `#` marks ids; text
  // may be a name of digits.
  const which = label == null ? '' : `${label.length} ${label}`
  const named = typeof identifier === 'number' ? `#${identifier}` : ` ${identifier}`
  return `${workspace} ${registryRevision} ${variant} ${version ?? ''} ${which}${named}`
}

export async function readLoaded(
  context: ServingContext,
  reader: Reader,
  identifier: string | number,
  selector: VersionSelector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const key = readKey(reader, identifier, selector, resolveSnippets ? 'expanded' : 'markers')
  const { loaded: cache } = context.templates
  const known = cache.get(key)
  if (known) return known
  const loaded = await loadTemplate(context, reader.workspace, identifier, selector, resolveSnippets)
  // `runnable` differs only in tools, so it is not counted.
  cache.set(key, loaded, JSON.stringify({ ...loaded, runnable: null }).length)
  return loaded
}
