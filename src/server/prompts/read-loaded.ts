import { CacheKind } from '../caches/caches.ts'
import { type Store, withValue } from '../db/index.ts'
import type { CachedJson } from '../http/handler.ts'
import type { VersionSelector } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findRegistryRevision } from '../workspaces/index.ts'
import { type LoadedTemplate, loadTemplate, type ServingContext } from './load-template.ts'

const loadedTemplates = new CacheKind<LoadedTemplate>()
export const answersWithoutVariables = new CacheKind<CachedJson>()

/** The workspace of a read, with its registry revision. */
export interface Reader {
  readonly workspace: WorkspaceId
  readonly registryRevision: number
}

export const readerOf = (store: Store, workspace: WorkspaceId): Reader | Promise<Reader> =>
  withValue(findRegistryRevision(store, workspace), (registryRevision) => ({ workspace, registryRevision }))

/** The cache key of a read at one registry revision. */
export function readKey(
  { workspace, registryRevision }: Reader,
  identifier: string | number,
  { label, version }: VersionSelector,
  variant: string,
): string {
  // The length separates label and identifier, because both may contain any character. `#` marks an id, because a name
  // may consist of digits.
  const labelKey = label == null ? '' : `${label.length} ${label}`
  const templateText = typeof identifier === 'number' ? `#${identifier}` : ` ${identifier}`
  return `${workspace} ${registryRevision} ${variant} ${version ?? ''} ${labelKey}${templateText}`
}

export async function readLoaded(
  context: ServingContext,
  reader: Reader,
  identifier: string | number,
  selector: VersionSelector,
  resolveSnippets: boolean,
): Promise<LoadedTemplate> {
  const key = readKey(reader, identifier, selector, resolveSnippets ? 'expanded' : 'markers')
  const cache = context.caches.of(loadedTemplates)
  const cached = cache.get(key)
  if (cached) return cached
  const loaded = await loadTemplate(context, reader.workspace, identifier, selector, resolveSnippets)
  // `runnable` differs only in its tools, so its size is not counted.
  cache.set(key, loaded, JSON.stringify({ ...loaded, runnable: null }).length)
  return loaded
}
