import { Refusal } from '../../engine/refusal.ts'

/** Runs engine code for one field of a body. A refusal then names the field by its path from the body. */
export function atField<T>(field: readonly string[], work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, data } = error
    const loc = Array.isArray(data['loc']) ? data['loc'] : []
    throw new Refusal(code, message, { ...data, loc: [...field, ...loc] })
  }
}
