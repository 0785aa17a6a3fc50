import { type Fields, ownField } from '../json/fields.ts'
import { conditionOf } from './conditions.ts'
import { type Expression, everything } from './expression.ts'
import { type FilterOperator, filterFields, isFilterField, operatorsOf } from './fields.ts'
import { type FilterLanguage, readGroup } from './filter-group.ts'
import { invalidFilter } from './values.ts'

const language: FilterLanguage<'AND' | 'OR', null, Expression> = {
  logics: ['AND', 'OR'],
  everything,
  inside: () => null,
  group: (logic, members) => ({ type: logic === 'AND' ? 'all' : 'any', of: members }),
  filter: filterOf,
}

/** Parses the filter of a request search. */
export const parseFilter = (group: unknown): Expression => readGroup(language, group, null)

/** Filters without a group; all must match. */
export const parseFilters = (filters: readonly object[]): Expression => ({
  type: 'all',
  of: filters.map((filter, index) => filterOf(filter as Fields, `filters.${index}`)),
})

function filterOf(filter: Fields, path: string): Expression {
  const name = ownField(filter, 'field')
  if (!isFilterField(name))
    throw invalidFilter(`${path}.field`, `must be one of ${Object.keys(filterFields).join(', ')}`)
  const field = filterFields[name]
  const operators: readonly FilterOperator[] = operatorsOf[field.kind]
  const operator = ownField(filter, 'operator') as FilterOperator
  if (!operators.includes(operator))
    throw invalidFilter(`${path}.operator`, `must be one of ${operators.join(', ')} for ${name}`)
  return conditionOf(field, {
    operator,
    value: ownField(filter, 'value'),
    nestedKey: ownField(filter, 'nested_key'),
    path,
  })
}
