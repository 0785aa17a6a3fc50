import type { Metadata } from '../../engine/template/blueprint/index.ts'
import { call } from '../api/index.ts'
import { metadataOf } from '../prompts/values.ts'
import type { Column, Row } from '../sheets/index.ts'
import { writtenOf } from '../template-runs/forms.ts'
import { benchOfPrompt, type PromptContent } from './from-request.ts'
import { type Bench, type Case, newId } from './variant.ts'

interface PromptConfig {
  readonly template?: {
    readonly name?: string
    readonly id?: number
    readonly version_number?: number | null
    readonly label?: string | null
  } | null
  readonly inline_template?: { readonly prompt_template: unknown } | null
  readonly engine?: { readonly provider: string; readonly model: string } | null
  readonly prompt_template_variable_mappings?: Readonly<Record<string, string>>
}

const configOf = ({ config }: Column) => config as PromptConfig

/**
 * Rows of a sheet as cases, with the prompt of the sheet's first prompt column. There is no variant if the
 * sheet has no prompt column.
 */
export async function benchOfRows(columns: readonly Column[], rows: readonly Row[]): Promise<Bench> {
  const promptColumn = columns.find(({ type }) => type === 'PROMPT_TEMPLATE')
  const cases = casesOfRows(
    columns,
    rows,
    promptColumn && configOf(promptColumn).prompt_template_variable_mappings,
  )
  if (!promptColumn) return { variants: [], cases, scorers: [] }
  const prompt = await promptOf(configOf(promptColumn))
  return { ...benchOfPrompt({ ...prompt, values: {} }), cases }
}

/** Values of the mapped columns by variable, and of other written columns by title. */
export function casesOfRows(
  columns: readonly Column[],
  rows: readonly Row[],
  mapping: Readonly<Record<string, string>> = {},
): Case[] {
  const byTitle = new Map(columns.map((column) => [column.title, column]))
  const mapped = Object.entries(mapping).flatMap(([name, title]) => {
    const column = byTitle.get(title)
    return column ? [[name, column.id] as const] : []
  })
  const used = new Set(mapped.map(([, id]) => id))
  const others = columns.filter(({ type, id }) => type === 'TEXT' && !used.has(id))
  const names = [...others.map(({ title, id }) => [title, id] as const), ...mapped]
  return rows.map(({ cells }) => ({
    id: newId(),
    values: Object.fromEntries(names.map(([name, id]) => [name, writtenOf(cells[id]?.value?.value ?? '')])),
  }))
}

async function promptOf({ template, inline_template: inline, engine }: PromptConfig) {
  if (inline) return { prompt: null, template: inline.prompt_template, metadata: modelOf(null, engine) }
  const { version_number: version, label } = template ?? {}
  const promptVersion = await call('readRawTemplate', {
    params: { identifier: String(template?.name ?? template?.id ?? '') },
    query: {
      resolve_snippets: false,
      ...(version != null && { version }),
      ...(label != null && { label }),
    },
  })
  return {
    prompt: promptVersion.prompt_name,
    version: promptVersion.version,
    template: promptVersion.prompt_template,
    metadata: modelOf(promptVersion.metadata as Metadata | null, engine),
  } satisfies Partial<PromptContent>
}

function modelOf(metadata: Metadata | null, engine: PromptConfig['engine']): Metadata | null {
  if (!engine) return metadata
  const { provider, model: name } = engine
  return metadata?.model
    ? { ...metadata, model: { ...metadata.model, provider, name } }
    : metadataOf(provider, name)
}
