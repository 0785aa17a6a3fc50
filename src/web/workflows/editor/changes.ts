import { type Definition, type Edge, isSame } from '../definition/definition.ts'

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const keyOf = ({ source, target }: Edge) => `${source} → ${target}`

/** The changes between two definitions, one line each. */
export function changesOf(before: Definition, after: Definition): readonly string[] {
  if (isSame(before, after)) return []
  return [
    ...changesIn(
      'Node',
      byName(before.nodes, ({ name }) => name),
      byName(after.nodes, ({ name }) => name),
    ),
    ...changesIn('Condition', byName(before.edges, keyOf), byName(after.edges, keyOf)),
    ...changesIn('Input', before.inputs, after.inputs),
  ]
}

const byName = <T>(all: readonly T[], nameOf: (entry: T) => string): Readonly<Record<string, T>> =>
  Object.fromEntries(all.map((entry) => [nameOf(entry), entry]))

function changesIn<T>(kind: string, before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    if (!Object.hasOwn(before, name)) return [`${kind} ${name} added`]
    if (!Object.hasOwn(after, name)) return [`${kind} ${name} deleted`]
    return same(before[name], after[name]) ? [] : [`${kind} ${name} changed`]
  })
}
