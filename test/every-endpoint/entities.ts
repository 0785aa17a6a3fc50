import type { Endpoint, Entity } from '../../src/contract/index.ts'
import { type EntitySlot, entitySlots } from './entity-slots.ts'
import { type Field, withField } from './fields.ts'
import { type Content, exampleOf } from './request.ts'
import { accepts } from './schema.ts'
import type { Id, World } from './world.ts'

export function withEntity(content: Content, { place, field }: EntitySlot, id: Id): Content {
  const value = typeof id === 'number' && accepts(field.schema, 'integer') ? id : String(id)
  return { ...content, [place]: withField(content[place], field, value) }
}

/** The example with ids of a world in place of its own; omitted fields stay omitted. */
export function exampleIn(endpoint: Endpoint, world: World): Content {
  const example = exampleOf(endpoint)
  const secret = world.secrets[endpoint.id]
  const start = secret ? { ...example, body: { ...(example.body as object), ...secret } } : example
  return entitySlots(endpoint)
    .filter(({ place, field }) => holds(start[place], field))
    .reduce((content, slot) => withEntity(content, slot, idIn(world, slot.entity)), start)
}

export function idIn(world: World, entity: Entity): Id {
  const id = world.ids[entity]
  if (id === null) throw new Error(`nothing makes a ${entity} yet, so no field can hold its id`)
  return id
}

function holds(root: unknown, { path }: Field): boolean {
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | null | undefined)?.[step],
    root,
  )
  return value !== undefined && value !== null
}

export const nameOf = ({ place, field }: Pick<EntitySlot, 'place' | 'field'>): string =>
  [place, ...field.path].join('.')
