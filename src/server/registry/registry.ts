import { Refusal } from '../../engine/refusal.ts'
import type { Database, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { entityQueries } from './entity-queries.ts'
import {
  type EntityRow,
  type LabelRow,
  namesOf,
  type RegistryKind,
  type RegistryKindName,
  type VersionRow,
} from './kind.ts'
import { labelQueries } from './label-queries.ts'
import { versionQueries } from './version-queries.ts'

const idText = /^[1-9]\d{0,14}$/

/** Selects one version of an entity. A label takes precedence over a number; without either it is the latest version. */
export interface VersionSelector {
  readonly version?: number | null | undefined
  readonly label?: string | null | undefined
}

/** A release label of an entity, and the id of the version that it points at. */
export interface LabelTarget {
  readonly entity: number
  readonly name: string
  readonly version: number
}

/** Queries that all kinds of registered entities share: entities, their versions and their release labels. */
export function registryOf<Name extends RegistryKindName>(kind: RegistryKind<Name>) {
  const entities = entityQueries(kind)
  const versions = versionQueries(kind)
  const labels = labelQueries(kind)
  const { owner } = namesOf(kind)

  /** True if the text is the id of an entity, so that it cannot be a new name. */
  async function isId(db: Database | Tx, workspace: WorkspaceId, text: string): Promise<boolean> {
    return (await findByIdText(db, workspace, text)) !== undefined
  }

  const findByIdText = async (db: Database | Tx, workspace: WorkspaceId, text: string) =>
    idText.test(text) ? entities.findById(db, workspace, Number(text)) : undefined

  /**
   * Finds an entity by name or id. A number is an id. A text of digits is an id if the workspace has that id, otherwise
   * a name. `newId` and `isId` keep names and ids distinct, so that an identifier means the same entity as long as the
   * entity exists.
   */
  async function find(
    db: Database | Tx,
    workspace: WorkspaceId,
    identifier: string | number,
  ): Promise<EntityRow<Name> | undefined> {
    if (typeof identifier === 'number') return entities.findById(db, workspace, identifier)
    return (
      (await findByIdText(db, workspace, identifier)) ??
      (await entities.findByName(db, workspace, identifier))
    )
  }

  /** As `find`, but refuses with `not_found`. */
  async function get(
    db: Database | Tx,
    workspace: WorkspaceId,
    identifier: string | number,
  ): Promise<EntityRow<Name>> {
    const entity = await find(db, workspace, identifier)
    if (!entity) throw new Refusal('not_found', `There is no such ${kind.noun}.`)
    return entity
  }

  async function findVersion(
    db: Database | Tx,
    workspace: WorkspaceId,
    entity: EntityRow<Name>,
    { version, label }: VersionSelector,
  ): Promise<VersionRow<Name> | undefined> {
    if (label != null) return versions.findByLabel(db, workspace, entity.id, label)
    return versions.findByNumber(db, workspace, entity.id, version ?? entity.latest_version)
  }

  /** As `findVersion`, but refuses with `not_found`. */
  async function getVersion(
    db: Database | Tx,
    workspace: WorkspaceId,
    entity: EntityRow<Name>,
    selector: VersionSelector,
  ): Promise<VersionRow<Name>> {
    const row = await findVersion(db, workspace, entity, selector)
    if (row) return row
    const target = selector.label != null ? 'release label' : 'version'
    throw new Refusal('not_found', `The ${kind.noun} has no such ${target}.`)
  }

  /** Returns the next id that no entity has as its name. */
  async function newId(store: Store, tx: Tx, workspace: WorkspaceId): Promise<number> {
    for (;;) {
      const id = await store.nextId(tx, `${kind.name}_ids`)
      if (!(await entities.findByName(tx, workspace, String(id)))) return id
    }
  }

  /** Adds a release label that the entity does not have yet. */
  async function addLabel(
    store: Store,
    tx: Tx,
    workspace: WorkspaceId,
    label: LabelTarget,
    now: number,
  ): Promise<LabelRow<Name>> {
    const row = {
      workspace_id: workspace,
      id: await store.nextId(tx, `${kind.name}_label_ids`),
      [owner]: label.entity,
      name: label.name,
      version_id: label.version,
      created_at: now,
      updated_at: now,
    } as unknown as LabelRow<Name>
    await labels.insert(tx, row)
    return row
  }

  /** Moves the label to the version, or adds it. `checkNew` may refuse the name of a new label. */
  async function putLabel(
    store: Store,
    tx: Tx,
    workspace: WorkspaceId,
    target: LabelTarget,
    now: number,
    checkNew?: () => Promise<void>,
  ): Promise<void> {
    const label = await labels.findByName(tx, workspace, target.entity, target.name)
    if (label) return labels.point(tx, workspace, label.id, target.version, now)
    await checkNew?.()
    await addLabel(store, tx, workspace, target, now)
  }

  return {
    ...entities,
    find,
    get,
    isId,
    newId,
    versions,
    findVersion,
    getVersion,
    labels,
    addLabel,
    putLabel,
  }
}
