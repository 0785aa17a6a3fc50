import { type Fields, isFields, ownField } from '../json/fields.ts'
import { maxConditions } from '../limits.ts'
import { invalidFilter } from './values.ts'

const maxDepth = 10

/**
 * A filter language: how its groups and filters become an expression. `Scope` is the context of a filter from its
 * enclosing groups.
 */
export interface FilterLanguage<Logic extends string, Scope, Expression> {
  readonly logics: readonly Logic[]
  readonly everything: Expression
  inside(logic: Logic, scope: Scope): Scope
  group(logic: Logic, members: readonly Expression[], scope: Scope): Expression
  filter(filter: Fields, path: string, scope: Scope): Expression
}

/**
 * Parses a filter group of a call. An error is refused with the path of the wrong part. A group without filters
 * matches everything.
 */
export function readGroup<Logic extends string, Scope, Expression>(
  language: FilterLanguage<Logic, Scope, Expression>,
  group: unknown,
  scope: Scope,
): Expression {
  const count = { depth: 1, groups: 0, conditions: 0 }
  const read = (value: unknown, path: string, scope: Scope): Expression => {
    if (!isFields(value)) throw invalidFilter(path, 'must be an object')
    if (count.depth > maxDepth) throw invalidFilter(path, `groups may nest ${maxDepth} deep`)
    // Each group becomes a condition of the query.
    if (++count.groups > maxConditions)
      throw invalidFilter(path, `a search may have at most ${maxConditions} groups`)
    const filters = ownField(value, 'filters')
    const logic = language.logics.find((logic) => logic === (ownField(value, 'logic') ?? 'AND'))
    if (!logic) throw invalidFilter(`${path}.logic`, `must be ${alternatives(language.logics)}`)
    if (!Array.isArray(filters)) throw invalidFilter(`${path}.filters`, 'must be an array')
    const unknown = Object.keys(value).find((key) => key !== 'logic' && key !== 'filters')
    if (unknown !== undefined)
      throw invalidFilter(`${path}.${unknown}`, 'is not a field of a filter group: it has logic and filters')
    if (filters.length === 0) return language.everything
    const inner = language.inside(logic, scope)
    const members = filters.map((filter: unknown, index) => {
      const filterPath = `${path}.filters.${index}`
      if (isFields(filter) && Object.hasOwn(filter, 'filters')) {
        count.depth++
        const nested = read(filter, filterPath, inner)
        count.depth--
        return nested
      }
      if (++count.conditions > maxConditions)
        throw invalidFilter(filterPath, `a search may have at most ${maxConditions} filters`)
      if (!isFields(filter)) throw invalidFilter(filterPath, 'must be an object')
      return language.filter(filter, filterPath, inner)
    })
    return language.group(logic, members, scope)
  }
  return group == null ? language.everything : read(group, 'filter_group', scope)
}

const alternatives = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
