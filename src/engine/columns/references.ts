import type { Json } from '../json/json.ts'
import type { Reference } from './column.ts'

export function fromSource(key: string, target: string): Reference {
  return { key, target }
}

export function fromSources(targets: readonly string[]): readonly Reference[] {
  return targets.map((target, position) => ({ key: 'sources', meta: { position }, target }))
}

export function fromMapping(key: string, mapping: Readonly<Record<string, string>>): readonly Reference[] {
  return Object.entries(mapping).map(([variable, target]) => ({
    key,
    meta: { variable_name: variable },
    target,
  }))
}

/** Values of the variables of a mapping; `values` are in the order of the references. */
export function variablesOf(
  references: readonly Reference[],
  values: readonly Json[],
  key: string,
): Readonly<Record<string, Json>> {
  const entries: [string, Json][] = []
  for (const [index, reference] of references.entries()) {
    const name = reference.meta?.['variable_name']
    if (reference.key === key && name !== undefined) entries.push([String(name), values[index] ?? null])
  }
  return Object.fromEntries(entries)
}

/** Index of the reference with this key; -1 if there is none. */
export const sourceIndex = (references: readonly Reference[], key: string): number =>
  references.findIndex((reference) => reference.key === key)

/** Value of the reference with this key; undefined if there is none. */
export function sourceValue(
  references: readonly Reference[],
  values: readonly Json[],
  key: string,
): Json | undefined {
  const index = sourceIndex(references, key)
  return index < 0 ? undefined : (values[index] ?? null)
}
