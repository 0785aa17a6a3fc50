import { registryTemplateIn } from '../../../engine/columns/prompt/registry-template.ts'
import type { ColumnPromptRow } from '../../db/index.ts'
import type { Config } from './column-types.ts'

type Use = Omit<ColumnPromptRow, 'workspace_id' | 'sheet' | 'column_number'>

/** The prompt of the registry that a column with this config runs, in the form that queries compare. */
export function promptUseOf(config: Config | null): Use | null {
  const template = config && registryTemplateIn(config)
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
