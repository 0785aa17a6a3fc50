import type { z } from 'zod'
import { detailsOf } from '../../details.ts'
import { Refusal } from '../../refusal.ts'

/** An object keyed by index replaces only those entries; an array replaces all. */
export type EntriesPatch = Readonly<Record<string, unknown>> | readonly unknown[]

const INDEX = /^(?:0|[1-9]\d*)$/

/**
 * Parses `value` with `schema`.
 * @throws Refusal 'invalid': `data.issues` lists the errors as {loc, msg, type}; the first one gives the message and
 * `data.loc`. Each loc starts with `loc`.
 */
export function validated<S extends z.ZodType>(
  schema: S,
  value: unknown,
  loc: readonly (string | number)[],
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const issues = detailsOf(result.error, loc)
  throw new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', { loc: issues[0]?.loc ?? loc, issues })
}

/**
 * The entries of `field` after a patch.
 * @throws Refusal 'patch_out_of_bounds' if a key is not the index of an entry (negative, not an integer, or past the end),
 * 'invalid' if a new entry does not fit `schema`.
 */
export function patchEntries<S extends z.ZodType>(
  field: string,
  base: readonly z.output<S>[] | null,
  patch: EntriesPatch,
  schema: S,
): z.output<S>[] | null {
  if (isList(patch)) return patch.map((entry, index) => validated(schema, entry, ['body', field, index]))
  const replaced = Object.entries(patch)
  if (replaced.length === 0) return base === null ? null : [...base]
  const entries = [...(base ?? [])]
  for (const [key, entry] of replaced) {
    if (!INDEX.test(key) || Number(key) >= entries.length) {
      const message = `${field} index ${key} is out of bounds: the base version has ${entries.length}`
      throw new Refusal('patch_out_of_bounds', message, { field, index: key, length: entries.length })
    }
    entries[Number(key)] = validated(schema, entry, ['body', field, key])
  }
  return entries
}

const isList = (patch: EntriesPatch): patch is readonly unknown[] => Array.isArray(patch)
