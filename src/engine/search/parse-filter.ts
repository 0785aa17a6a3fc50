import { conditionOf } from './conditions.ts'
import { type Expression, everything } from './expression.ts'
import { type FilterOperator, filterFields, isFilterField, operatorsOf } from './fields.ts'
import { invalidFilter } from './values.ts'

const deepest = 10
const mostConditions = 100

/**
 * Reads a filter group as it comes over the wire. What it cannot mean is refused with the path of the place
 * that is wrong. A group without filters restricts nothing.
 */
export function parseFilter(group: unknown, path = 'filter_group'): Expression {
  if (group == null) return everything
  return groupOf(group, path, { depth: 1, conditions: 0 })
}

interface Count {
  depth: number
  conditions: number
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

function groupOf(value: unknown, path: string, count: Count): Expression {
  if (!isFields(value)) throw invalidFilter(path, 'must be an object')
  if (count.depth > deepest) throw invalidFilter(path, `groups may nest ${deepest} deep`)
  const filters = own(value, 'filters')
  const logic = own(value, 'logic') ?? 'AND'
  if (logic !== 'AND' && logic !== 'OR') throw invalidFilter(`${path}.logic`, 'must be AND or OR')
  if (!Array.isArray(filters)) throw invalidFilter(`${path}.filters`, 'must be an array')
  if (filters.length === 0) return everything
  const of = filters.map((filter, index) => {
    const at = `${path}.filters.${index}`
    if (isFields(filter) && Object.hasOwn(filter, 'filters')) {
      count.depth++
      const group = groupOf(filter, at, count)
      count.depth--
      return group
    }
    if (++count.conditions > mostConditions)
      throw invalidFilter(at, `a search may have at most ${mostConditions} filters`)
    return filterOf(filter, at)
  })
  return { type: logic === 'AND' ? 'all' : 'any', of }
}

function filterOf(filter: unknown, path: string): Expression {
  if (!isFields(filter)) throw invalidFilter(path, 'must be an object')
  const name = own(filter, 'field')
  if (!isFilterField(name))
    throw invalidFilter(`${path}.field`, `must be one of ${Object.keys(filterFields).join(', ')}`)
  const field = filterFields[name]
  const operators: readonly FilterOperator[] = operatorsOf[field.kind]
  const operator = own(filter, 'operator') as FilterOperator
  if (!operators.includes(operator))
    throw invalidFilter(`${path}.operator`, `must be one of ${operators.join(', ')} for ${name}`)
  return conditionOf(field, {
    operator,
    value: own(filter, 'value'),
    nestedKey: own(filter, 'nested_key'),
    path,
  })
}
