import type { Endpoints, Query } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { listMadeBy } from '../authors/index.ts'
import type { Database, FolderRow } from '../db/index.ts'
import {
  type EntityKind,
  findEntity,
  listExternalIdsOfMany,
  type Mapping,
  mappingFilter,
} from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { FolderedEntity, FolderedKind, FolderScope } from './foldered-kind.ts'
import { type EntityFilter, inOrder, matches } from './match-entities.ts'
import { presentEntity } from './present.ts'
import { type Folders, getFolder, loadTree } from './tree.ts'

type ListQuery = Query<Endpoints['listFolderEntities']>
/** The part of a kind that listing needs. */
type ListedKind = Pick<FolderedKind, 'types' | 'externalKind' | 'list'>

export function listFolderEntities(kinds: readonly FolderedKind[]): Handler<'listFolderEntities'> {
  return async ({ store }, { caller, query }) => {
    const { workspace } = caller
    const db = store.scan
    refuseOtherWorkspace(workspace, query.workspace_id)
    if (query.semantic_search) throw noSemanticSearch
    const tree = await loadTree(db, workspace)
    if (query.folder_id !== undefined) getFolder(tree, query.folder_id)
    const mapping = mappingFilter(query)
    const owner = mapping && ((await findEntity(db, workspace, mapping)) ?? noOwner)
    // An external id identifies one entity in the workspace, so all subfolders are searched.
    const flatten = query.flatten || mapping !== undefined
    const scope = scopeOf(tree, query.folder_id, flatten)
    const filter = filterOf(query)
    const createdByAuthor = await creationsOf(db, workspace, query.created_by_email)
    const externalIds = new Map<FolderedEntity, Mapping[]>()
    for (const kind of [foldersIn(tree, query.folder_id, flatten), ...kinds]) {
      if (!mayHold(kind, filter, owner)) continue
      const entities = (await kind.list(db, workspace, scope, filter.search)).filter(
        (entity) =>
          matches(entity, filter) &&
          (!owner || String(entity.id) === String(owner.id)) &&
          (!createdByAuthor || createdByAuthor.has(`${kind.externalKind}/${entity.id}`)),
      )
      const ids = entities.map(({ id }) => id)
      const ofKind = kind.externalKind
        ? await listExternalIdsOfMany(db, workspace, kind.externalKind, ids)
        : null
      for (const entity of entities) externalIds.set(entity, ofKind?.get(String(entity.id)) ?? [])
    }
    const order = { by: query.sort_by, direction: query.sort_order }
    return {
      entities: inOrder([...externalIds.keys()], order, filter.search).map((entity) =>
        presentEntity(tree, entity, externalIds.get(entity)!, query.include_metadata),
      ),
    }
  }
}

/** The entities that the person with this address made, as `kind/id`; null without a filter. */
async function creationsOf(db: Database, workspace: WorkspaceId, email: string | undefined) {
  if (email === undefined) return null
  const rows = await listMadeBy(db, workspace, email)
  return new Set(rows.map(({ kind, entity_id }) => `${kind}/${entity_id}`))
}

interface Owner {
  readonly kind: EntityKind | null
  readonly id: number | string
}
/** A reference that matches no entity. */
const noOwner: Owner = { kind: null, id: 0 }

const mayHold = (kind: ListedKind, { types }: EntityFilter, owner: Owner | undefined): boolean =>
  (!types || kind.types.some((type) => types.includes(type))) && (!owner || owner.kind === kind.externalKind)

const noSemanticSearch = new Refusal(
  'invalid',
  'there is no embedding model; use search_query alone to search for words',
  { loc: ['query', 'semantic_search'], type: 'not_available' },
)

function filterOf(query: ListQuery): EntityFilter {
  return {
    types: query.filter_type,
    search: query.search_query || undefined,
    tags: query.tags ?? [],
    times: query,
  }
}

function scopeOf(tree: Folders, folder: number | undefined, flatten: boolean): FolderScope {
  if (folder === undefined) return flatten ? 'everywhere' : 'root'
  return flatten ? [folder, ...tree.below(folder).map(({ id }) => id)] : [folder]
}

/** Lists folders as another kind of entity. */
function foldersIn(tree: Folders, parent: number | undefined, flatten: boolean): ListedKind {
  const rows = flatten ? tree.below(parent ?? null) : tree.children(parent ?? null)
  return {
    types: ['FOLDER'],
    externalKind: 'folder',
    list: async () => rows.map(asEntity).sort((a, b) => a.id - b.id),
  }
}

const asEntity = (row: FolderRow): FolderedEntity => ({
  type: 'FOLDER',
  id: row.id,
  name: row.name,
  folderId: row.parent_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  tags: [],
  metadata: {},
  contentMatches: false,
})
