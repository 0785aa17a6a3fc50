import type { Handler } from '../../http/handler.ts'
import type { CurrentVersion } from '../../prompts/index.ts'
import { currentVersions } from '../columns/current-versions.ts'
import { type AnswersOfVersion, countAnswersByVersion } from '../storage/answer-version-queries.ts'
import { loadSheet } from '../storage/load-sheet.ts'

const maxVersions = 20

/** Counts the answers of prompt columns by the version of the prompt that made them. */
export const readPromptVersions: Handler<'readPromptVersions'> = async ({ store }, { caller, params }) => {
  const { sheet, columns } = await loadSheet(store.db, caller.workspace, params)
  const versions = await currentVersions(store.db, caller.workspace, columns)
  const promptColumns = columns.flatMap((column) => {
    const current = versions.get(column.id)
    return current ? [{ column, current }] : []
  })
  const numbers = promptColumns.map(({ column }) => column.number)
  const counts = Map.groupBy(
    await countAnswersByVersion(store, sheet, numbers),
    ({ column_number }) => column_number,
  )
  return {
    success: true as const,
    version: sheet.version_count,
    columns: promptColumns.map(({ column, current }) => ({
      column_id: column.id,
      prompt_id: current.promptId,
      prompt_name: current.name,
      version_number: current.version,
      ...presentCounts(counts.get(column.number) ?? [], current),
    })),
  }
}

function presentCounts(counts: readonly AnswersOfVersion[], current: CurrentVersion) {
  const ofPrompt = counts.filter(
    ({ prompt_id, version_number }) => prompt_id === current.promptId && version_number !== null,
  )
  const otherVersions = ofPrompt.filter(({ version_number }) => version_number !== current.version)
  const total = sumOf(counts)
  return {
    current_answers: sumOf(ofPrompt) - sumOf(otherVersions),
    other_answers: sumOf(otherVersions),
    unknown_answers: total - sumOf(ofPrompt),
    other_versions: otherVersions
      .map(({ version_number, answers }) => ({ version_number: version_number!, answers }))
      .sort((a, b) => b.version_number - a.version_number)
      .slice(0, maxVersions),
  }
}

const sumOf = (counts: readonly AnswersOfVersion[]): number =>
  counts.reduce((sum, { answers }) => sum + answers, 0)
