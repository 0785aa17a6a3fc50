import type { ColumnPromptRow } from '../db/index.ts'
import type { Config } from './column-types.ts'

type Use = Omit<ColumnPromptRow, 'workspace_id' | 'sheet' | 'column_number'>

/** The prompt of the registry that a column with this config runs; in loops it stands in `prompt_config`. */
export function promptUseOf(config: Config | null): Use | null {
  const template = objectAt(config, 'template') ?? objectAt(objectAt(config, 'prompt_config'), 'template')
  if (!template) return null
  const { id, name, version_number: version, label } = template
  const use: Use = {
    prompt_id: Number.isSafeInteger(id) ? (id as number) : null,
    prompt_name: typeof name === 'string' ? name.toWellFormed().replaceAll('\u0000', '') : null,
    version_number: Number.isSafeInteger(version) ? (version as number) : null,
    label: typeof label === 'string' ? label.toWellFormed().replaceAll('\u0000', '') : null,
  }
  return use.prompt_id === null && use.prompt_name === null ? null : use
}

function objectAt(value: unknown, key: string): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
  const inner = (value as Record<string, unknown>)[key]
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : null
}
