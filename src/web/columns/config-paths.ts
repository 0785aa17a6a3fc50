import type { FieldSpec } from './field-spec.ts'

const model = ['provider', 'name', 'parameters']
const registry = ['name', 'id', 'version_number', 'label'].map((name) => `template.${name}`)
const inline = [
  'inline_template.prompt_template',
  ...model.map((name) => `inline_template.metadata.model.${name}`),
]
const sides = ['left_config', 'right_config'].flatMap((side) => [`${side}.source`, `${side}.static_value`])

const under = (path: string, children: readonly string[]) => children.map((child) => `${path}.${child}`)

/** The paths of a config that a control writes, in the notation of the schema. */
export function configPathsOf(field: FieldSpec): readonly string[] {
  return [...ownPaths(field), ...(field.extraPaths ?? [])]
}

function ownPaths(field: FieldSpec): readonly string[] {
  const { path } = field
  switch (field.kind) {
    case 'either':
      return [listPathOf(path), field.valuePath]
    case 'model':
      return under(path, ['provider', field.nameKey])
    case 'prompt': {
      const all = [...registry, ...inline, 'prompt_template_variable_mappings']
      return field.inLoop ? under(path, all) : all
    }
    case 'workflow': {
      const all = ['workflow_id', 'workflow_version_number', 'workflow_label', 'input_mappings']
      return field.inLoop ? under(path, all) : all
    }
    case 'mcp':
      return ['mcp_server_id', 'tool_name', 'input_mappings']
    case 'conditions':
      return ['is_and', ...under(`${path}.*`, ['operator', ...sides])]
    case 'constant':
      return under(path, ['type', 'value'])
    case 'composition':
      return ['source', 'table_id', 'sheet_id', 'column_id']
    default:
      return [listPathOf(path)]
  }
}

/** The list for a path of one of its items: the control of `sources.0` writes `sources`. */
const listPathOf = (path: string) => path.replace(/\.\d+$/, '')
