import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Endpoint, Entity } from '../../src/contract/index.ts'
import type { ArenaOfTwo } from './arena.ts'
import { exampleIn, idIn, nameOf, withEntity } from './entities.ts'
import { type EntitySlot, entitySlots } from './entity-slots.ts'
import { type Content, credentials, requestOf } from './request.ts'
import { accepts } from './schema.ts'
import type { Id, World } from './world.ts'

/** Entities that installation admins can reach in every workspace. */
const installationEntities: ReadonlySet<Entity> = new Set(['account', 'installation-workspace'])

/**
 * Checks that another workspace's id is answered like an unknown id: one field at a time, and all ids of a
 * path together.
 */
export async function checkForeignIds(endpoint: Endpoint, arena: ArenaOfTwo, world: World) {
  const slots = entitySlots(endpoint).filter(({ entity }) => !installationEntities.has(entity))
  await checkForeignPath(endpoint, arena, world, slots)
  for (const slot of slots) {
    const content = exampleIn(endpoint, world)
    for (const [foreign, absent] of identifiers(slot, arena.foreign)) {
      const theirs = await answerTo(endpoint, arena, world, withEntity(content, slot, foreign), foreign)
      const nobodys = await answerTo(endpoint, arena, world, withEntity(content, slot, absent), absent)
      assert.deepEqual(theirs, nobodys, nameOf(slot))
      assert.ok(theirs.status >= 400 && theirs.status < 500, `${nameOf(slot)}: ${JSON.stringify(theirs)}`)
    }
  }
}

async function checkForeignPath(
  endpoint: Endpoint,
  arena: ArenaOfTwo,
  world: World,
  slots: readonly EntitySlot[],
) {
  const inPath = slots.filter(({ place }) => place === 'params')
  if (inPath.length < 2) return
  const withIds = (idOf: (slot: EntitySlot) => Id) =>
    inPath.reduce((content, slot) => withEntity(content, slot, idOf(slot)), exampleIn(endpoint, world))
  const send = async (content: Content) => {
    const { status, body } = await arena.wire.send(requestOf(endpoint, content, credentials(endpoint, world)))
    return { status, body }
  }
  const theirs = await send(withIds(({ entity }) => idIn(arena.foreign, entity)))
  const nobodys = await send(
    withIds(({ entity }) => (typeof idIn(arena.foreign, entity) === 'number' ? 987_654_321 : randomUUID())),
  )
  assert.deepEqual(theirs, nobodys, 'all ids of the path')
}

/**
 * The foreign id beside an unknown one and, if names are accepted, the foreign name beside an unknown one.
 */
function identifiers({ entity, field }: EntitySlot, foreign: World): [Id, Id][] {
  const id = idIn(foreign, entity)
  const name = foreign.names[entity]
  const takesNames =
    name !== undefined && accepts(field.schema, 'string') && !accepts(field.schema, 'integer')
  const byId: [Id, Id] = [id, typeof id === 'number' ? 987_654_321 : randomUUID()]
  return takesNames ? [byId, [name, `second ${randomUUID()}`]] : [byId]
}

async function answerTo(endpoint: Endpoint, { wire }: ArenaOfTwo, world: World, content: Content, id: Id) {
  const { status, text } = await wire.send(requestOf(endpoint, content, credentials(endpoint, world)))
  return { status, text: text.replaceAll(String(id), '(id)') }
}
