import { call } from '../../api/index.ts'
import type { SheetParams } from '../../sheets/queries.ts'
import { makeTable } from '../make-table.ts'
import type { Start } from './starts.ts'

interface NewTableOptions {
  /** Without a title, the server gives one. */
  readonly title: string | undefined
  readonly folder: number | undefined
  readonly start: Start
  readonly prompt: string | undefined
}

/** The title of the column for rows of a prompt without variables. */
const noVariable = 'case'

export async function createTable({ title, folder, start, prompt }: NewTableOptions): Promise<SheetParams> {
  if (start === 'blank') {
    const body = { title, folder_id: folder, create_default_sheet: true }
    const { table, default_sheet } = await call('createTable', { body })
    return { table_id: table.id, sheet_id: default_sheet!.id }
  }
  // Without a prompt the table starts empty, because imports create their own columns.
  if (start !== 'prompt') return makeTable({ title, folder, texts: [], rows: [], answers: [] })
  const names = await variablesOf(prompt!)
  const texts = names.length > 0 ? names : [noVariable]
  const isTaken = texts.some((text) => text.toLowerCase() === 'answer')
  const mapping = Object.fromEntries(names.map((name) => [name, name]))
  return makeTable({
    title,
    folder,
    texts,
    rows: [texts.map(() => '')],
    answers: [
      {
        title: isTaken ? 'answer of the prompt' : 'answer',
        config: { template: { name: prompt! }, prompt_template_variable_mappings: mapping },
      },
    ],
  })
}

async function variablesOf(identifier: string): Promise<readonly string[]> {
  const { prompt_template: template } = await call('readRawTemplate', {
    params: { identifier },
    query: { resolve_snippets: true, include_llm_kwargs: false },
  })
  const variables = (template as { readonly input_variables?: readonly string[] | null }).input_variables
  return [...new Set(variables ?? [])]
}
