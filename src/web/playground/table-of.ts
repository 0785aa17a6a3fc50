import { readValues } from '../template-runs/forms.ts'
import { connectionOf } from './connection-of.ts'
import { namesOf, variablesOf } from './names.ts'
import { type Bench, draftOf, type Variant } from './variant.ts'

/** Title of the column for cases without variables. */
const noVariable = 'case'

/** The table of a playground: a row for each case, a column for each variable and each variant. */
export async function tableOf(title: string, { variants, cases }: Bench) {
  const names = variablesOf(variants)
  return {
    title,
    texts: names.length > 0 ? names : [noVariable],
    rows: cases.map(({ values }, index) => {
      const parsedValues = readValues(values)
      return names.length > 0 ? names.map((name) => parsedValues[name] ?? '') : [`Case ${index + 1}`]
    }),
    answers: await Promise.all(
      variants.map(async (variant, index) => ({
        title: titleOf(index, names),
        config: await configOf(variant),
      })),
    ),
  }
}

async function configOf(variant: Variant) {
  const mapping = Object.fromEntries(namesOf(variant).map((name) => [name, name]))
  const inline_template = { ...draftOf(variant), ...(await connectionOf(variant)) }
  return { inline_template, prompt_template_variable_mappings: mapping }
}

/** The letter of the variant, unless a variable has this name. */
function titleOf(index: number, names: readonly string[]): string {
  const title = `Answer ${String.fromCharCode(65 + index)}`
  return names.some((name) => name.toLowerCase() === title.toLowerCase()) ? `${title} (variant)` : title
}
