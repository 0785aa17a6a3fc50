import type { Readable } from './control.ts'

/**
 * The columns of variables without one: those of the same name. In a new mapping, a single variable without a namesake
 * gets the first of `unnamed` that no other variable has.
 */
export function usualColumns(
  variables: readonly string[],
  mapping: Readonly<Record<string, unknown>>,
  unnamed: readonly Readable[],
  columns: readonly Readable[],
): (readonly [variable: string, title: string])[] {
  const lacking = variables.filter((variable) => !Object.hasOwn(mapping, variable))
  const named = lacking.flatMap((variable) => {
    const same = columns.find(({ title }) => title.toLowerCase() === variable.toLowerCase())
    return same ? [[variable, same.title] as const] : []
  })
  const [rest, ...others] = lacking.filter((variable) => !named.some(([name]) => name === variable))
  const isNew = Object.keys(mapping).length === 0
  const first = unnamed.find(({ title }) => !named.some(([, used]) => used === title))
  return isNew && rest !== undefined && others.length === 0 && first ? [...named, [rest, first.title]] : named
}
