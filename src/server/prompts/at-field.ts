import { Refusal } from '../../engine/refusal.ts'

/** Runs engine code on one field of a body; a refusal names the field from the body's root. */
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
