import { call } from '../api/index.ts'
import { readValues } from '../running/forms.ts'
import { type Bench, draftOf, type Variant, variablesOf } from './variant.ts'

/** Rows that one call may add. */
const mostAdded = 100
/** Of the column that stands for cases without variables. */
const noVariable = 'case'

/**
 * A table of what is tried: a row for each case, a column of text for each variable, and one of answers for each
 * variant, which nobody pays for before they are run. Gives its id.
 */
export async function makeTable(title: string, { variants, cases }: Bench): Promise<string> {
  const made = await call('createTable', { body: { title, create_default_sheet: true } })
  const table_id = made.table.id
  try {
    await fill({ table_id, sheet_id: made.default_sheet!.id }, variants, cases)
    return table_id
  } catch (error) {
    await call('deleteTable', { params: { table_id } })
    throw error
  }
}

async function fill(
  params: { readonly table_id: string; readonly sheet_id: string },
  variants: Bench['variants'],
  cases: Bench['cases'],
): Promise<void> {
  const names = variablesOf(variants)
  const { data } = await call('listColumns', { params })
  await call('deleteRows', { params, body: { row_indices: [0] } })
  const [first = noVariable, ...others] = names
  const column_id = data[0]!.id
  await call('updateColumn', { params: { ...params, column_id }, body: { title: first } })
  const ids = [column_id]
  for (const name of others) {
    const { column } = await call('createColumn', { params, body: { title: name, type: 'TEXT' } })
    ids.push(column.id)
  }
  const rows = cases.map(({ values }, at) => {
    const read = readValues(values)
    if (names.length === 0) return { [column_id]: `Case ${at + 1}` }
    return Object.fromEntries(names.map((name, place) => [ids[place]!, read[name] ?? '']))
  })
  for (let start = 0; start < rows.length; start += mostAdded) {
    const values = rows.slice(start, start + mostAdded)
    await call('addRows', { params, body: { count: values.length, values } })
  }
  for (const [at, variant] of variants.entries())
    await call('createColumn', {
      params,
      body: {
        title: titleOf(at, names),
        type: 'PROMPT_TEMPLATE',
        queue_cells: false,
        config: configOf(variant),
      },
    })
}

export function configOf(variant: Variant) {
  const mapping = Object.fromEntries(variablesOf([variant]).map((name) => [name, name]))
  return { inline_template: draftOf(variant), prompt_template_variable_mappings: mapping }
}

/** The letter of the variant, unless a variable is called so. */
function titleOf(at: number, names: readonly string[]): string {
  const title = `Answer ${String.fromCharCode(65 + at)}`
  return names.some((name) => name.toLowerCase() === title.toLowerCase()) ? `${title} (variant)` : title
}
