import type { Reference } from './column.ts'
import type { Json } from './json.ts'

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

/** The variables that references of a mapping fill, where `values` stand in the order of references. */
export function variablesOf(
  references: readonly Reference[],
  values: readonly Json[],
  key: string,
): Readonly<Record<string, Json>> {
  const found: [string, Json][] = []
  for (const [index, reference] of references.entries()) {
    const name = reference.meta?.['variable_name']
    if (reference.key === key && name !== undefined) found.push([String(name), values[index] ?? null])
  }
  return Object.fromEntries(found)
}

/** The value of the one reference with this key; undefined when there is none. */
export function sourceValue(
  references: readonly Reference[],
  values: readonly Json[],
  key: string,
): Json | undefined {
  const index = references.findIndex((reference) => reference.key === key)
  return index < 0 ? undefined : (values[index] ?? null)
}
