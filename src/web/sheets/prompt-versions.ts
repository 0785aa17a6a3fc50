import { useQuery } from '@tanstack/react-query'
import { registryTemplateIn } from '../../engine/columns/prompt/registry-template.ts'
import type { Fields } from '../../engine/json/fields.ts'
import type { PromptVersion } from '../../engine/sheet/rows/prompt-version.ts'
import { type Answer, queryOf } from '../api/index.ts'
import type { Column } from './grid/column.ts'
import type { SheetParams } from './queries.ts'

/** Whether a column runs a prompt of the registry. */
export const runsPrompt = ({ config }: Column): boolean => registryTemplateIn(config as Fields) !== null

/** The key begins as those of prompts do, so that a new version or a moved label refetches it. */
export const promptVersionsKey = ({ sheet_id }: SheetParams) => ['prompts', 'of-sheet', sheet_id] as const

/** The version of its prompt that a column uses now, and how many answers other versions made. */
export interface PromptVersionOfColumn extends PromptVersion {
  readonly name: string
  readonly otherAnswers: number
  readonly unknownAnswers: number
  readonly otherVersions: Versions['columns'][number]['other_versions']
}

type Versions = Answer<'readPromptVersions'>

/** The prompt versions of columns by column id. */
export const usePromptVersions = (
  params: SheetParams,
  columns: readonly Column[],
): ReadonlyMap<string, PromptVersionOfColumn> =>
  useQuery({
    ...queryOf(promptVersionsKey(params), 'readPromptVersions', { params }),
    enabled: columns.some(runsPrompt),
    select: versionsByColumn,
  }).data ?? noVersions

const noVersions: ReadonlyMap<string, PromptVersionOfColumn> = new Map()

const versionsByColumn = ({ columns }: Versions): ReadonlyMap<string, PromptVersionOfColumn> =>
  new Map(
    columns.map((column) => [
      column.column_id,
      {
        promptId: column.prompt_id,
        name: column.prompt_name,
        version: column.version_number,
        otherAnswers: column.other_answers,
        unknownAnswers: column.unknown_answers,
        otherVersions: column.other_versions,
      },
    ]),
  )
