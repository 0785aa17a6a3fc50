import type { EntityType } from '../../contract/index.ts'
import { counted } from '../design/values.ts'

const nouns: Readonly<Record<EntityType, string>> = {
  FOLDER: 'folder',
  PROMPT: 'prompt',
  SNIPPET: 'snippet',
  WORKFLOW: 'workflow',
  DATASET: 'dataset',
  REPORT: 'report',
  AB_TEST: 'dynamic label',
  INPUT_VARIABLE_SET: 'input variable set',
}

/** The entities of a folder, counted by type: "2 prompts, 1 workflow". */
export function contentsInWords(entities: readonly { readonly type: EntityType }[]): string {
  const counts = Map.groupBy(entities, ({ type }) => type)
  return (Object.keys(nouns) as EntityType[])
    .flatMap((type) => {
      const count = counts.get(type)?.length ?? 0
      return count === 0 ? [] : [counted(count, nouns[type])]
    })
    .join(', ')
}
