import type { Endpoint, Entity } from '../../src/contract/index.ts'
import { type Field, fieldsOf } from './fields.ts'
import { entityOf, inputSchema, type Place, places } from './schema.ts'

/** A field that the contract marks as an entity's id. */
export interface EntitySlot {
  readonly place: Place
  readonly field: Field
  readonly entity: Entity
}

const depth = 8

const cache = new WeakMap<Endpoint, readonly EntitySlot[]>()

export function entitySlots(endpoint: Endpoint): readonly EntitySlot[] {
  const slots = cache.get(endpoint) ?? findSlots(endpoint)
  cache.set(endpoint, slots)
  return slots
}

function findSlots(endpoint: Endpoint): EntitySlot[] {
  return places.flatMap((place) => {
    const schema = inputSchema(endpoint, place)
    const fields = schema ? fieldsOf(schema, depth) : []
    return fields.flatMap((field) => {
      const entity = entityOf(field.schema)
      return entity ? [{ place, field, entity }] : []
    })
  })
}
