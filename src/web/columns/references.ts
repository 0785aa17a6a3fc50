import { codeReferences } from '../../engine/columns/code/references.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { Column } from '../sheets/index.ts'
import { type Config, valueAt } from './config.ts'
import type { FieldSpec } from './field-spec.ts'
import { forms } from './kinds.ts'

/** A column that a config names, and the path of the name. */
export interface Reference {
  readonly path: string
  readonly target: string
}

/** Names that an iteration of a loop provides without a column. */
export const loopNames: readonly string[] = ['_iterator_item', 'loop_index', 'previous_outputs']

/**
 * The columns that a config reads, found by its form. The server finds the same columns when the config is
 * saved.
 */
export function referencesOf(type: ColumnTypeName, config: Config): readonly Reference[] {
  return forms[type].fields.flatMap((field) => referencesIn(field, config))
}

function referencesIn(field: FieldSpec, config: Config): readonly Reference[] {
  const { path } = field
  if (field.when && !field.when(config)) return []
  switch (field.kind) {
    case 'column':
    case 'either':
      return referenceAt(path, valueAt(config, path))
    case 'columns':
      return list(valueAt(config, path)).flatMap((target, index) => referenceAt(`${path}.${index}`, target))
    case 'mapping':
      return field.names === 'variables' ? mappingReferences(config, path) : []
    case 'prompt': {
      const base = field.inLoop ? `${path}.` : ''
      return mappingReferences(config, `${base}prompt_template_variable_mappings`).filter(
        ({ target }) => !field.inLoop || !loopNames.includes(target),
      )
    }
    case 'workflow':
      return mappingReferences(config, field.inLoop ? `${path}.input_mappings` : 'input_mappings').filter(
        ({ target }) => !field.inLoop || !loopNames.includes(target),
      )
    case 'mcp':
      return mappingReferences(config, 'input_mappings')
    case 'conditions':
      return list(valueAt(config, path)).flatMap((_condition, index) =>
        ['left_config', 'right_config'].flatMap((side) => {
          const sourcePath = `${path}.${index}.${side}.source`
          return referenceAt(sourcePath, valueAt(config, sourcePath))
        }),
      )
    case 'code':
      return codeReferences(String(valueAt(config, path) ?? '')).names.map((target) => ({ path, target }))
    default:
      return []
  }
}

const referenceAt = (path: string, target: unknown): readonly Reference[] =>
  typeof target === 'string' && target !== '' ? [{ path, target }] : []

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const mappingReferences = (config: Config, path: string): readonly Reference[] =>
  Object.entries((valueAt(config, path) ?? {}) as Readonly<Record<string, unknown>>).flatMap(
    ([name, target]) => referenceAt(`${path}.${name}`, target),
  )

/** A column by its title or id. */
export const columnNamed = (columns: readonly Column[], name: string): Column | undefined =>
  columns.find(({ id }) => id === name) ?? columns.find(({ title }) => title === name)

/** The columns that the config reads, each once, in their order. */
export function referencedColumns(
  columns: readonly Column[],
  references: readonly Reference[],
): readonly Column[] {
  const ids = new Set(references.map(({ target }) => columnNamed(columns, target)?.id))
  return columns.filter(({ id }) => ids.has(id))
}
