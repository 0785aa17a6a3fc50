import type { Readable } from './control.ts'

/**
 * Default columns for variables that have none: the column with the variable's name. In a new mapping, a single variable
 * without such a column gets the first of `candidates` that no other variable reads.
 */
export function defaultColumns(
  variables: readonly string[],
  mapping: Readonly<Record<string, unknown>>,
  candidates: readonly Readable[],
  columns: readonly Readable[],
): (readonly [variable: string, title: string])[] {
  const unmapped = variables.filter((variable) => !Object.hasOwn(mapping, variable))
  const named = unmapped.flatMap((variable) => {
    const same = columns.find(({ title }) => title.toLowerCase() === variable.toLowerCase())
    return same ? [[variable, same.title] as const] : []
  })
  const [rest, ...others] = unmapped.filter((variable) => !named.some(([name]) => name === variable))
  const isNew = Object.keys(mapping).length === 0
  const first = candidates.find(({ title }) => !named.some(([, used]) => used === title))
  return isNew && rest !== undefined && others.length === 0 && first ? [...named, [rest, first.title]] : named
}
