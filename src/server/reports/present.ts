import type { ReportColumnRow, ReportRow } from '../db/index.ts'
import { timesOf } from '../http/iso-time.ts'
import { configOf } from './columns-of.ts'

export interface ScoreCode {
  readonly code: string
  readonly code_language: 'PYTHON' | 'JAVASCRIPT'
}

export const scoreCodeOf = ({
  score_configuration,
}: Pick<ReportRow, 'score_configuration'>): ScoreCode | null =>
  score_configuration === null ? null : (JSON.parse(score_configuration) as ScoreCode)

export const tagsOf = ({ tags }: Pick<ReportRow, 'tags'>) => JSON.parse(tags) as string[]

const objectOrNull = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>)
const listOrNull = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown[]))

const scoreFields = (row: ReportRow) => ({
  score: objectOrNull(row.score),
  score_matrix: listOrNull(row.score_matrix),
  score_calculation_error: row.score_error,
})

export const presentReport = (row: ReportRow) => ({
  id: row.id,
  name: row.name,
  comment: null,
  is_blueprint: row.is_blueprint === 1,
  deleted: row.deleted_at !== null,
  tags: tagsOf(row),
  ...timesOf(row),
  ...scoreFields(row),
  score_configuration: objectOrNull(row.score_configuration),
  parent_report_id: row.parent_report_id,
  dataset_id: row.dataset_id,
  user_id: null,
  workspace_id: row.workspace_id,
  prompt_registry_id: row.prompt_id,
  prompt_version_number: row.prompt_version_number,
})

/** The fields of a report in a list. */
export const presentEvaluation = (row: ReportRow) => ({
  id: row.id,
  name: row.name,
  comment: null,
  ...timesOf(row),
  workspace_id: row.workspace_id,
  folder_id: row.folder_id,
  user_id: null,
  dataset_id: row.dataset_id,
  is_blueprint: row.is_blueprint === 1,
  tags: tagsOf(row).length === 0 ? null : { tags: tagsOf(row) },
  deleted: row.deleted_at !== null,
  parent_report_id: row.parent_report_id,
  score_configuration: objectOrNull(row.score_configuration),
})

export const presentRun = (row: ReportRow, columns: number, running: number) => ({
  ...presentEvaluation(row),
  ...scoreFields(row),
  ...presentProgress(row, columns, running),
})

export const presentSummary = (row: ReportRow) => ({
  id: row.id,
  name: row.name,
  tags: tagsOf(row),
  score_configuration: scoreCodeOf(row),
})

export const presentColumn = (row: ReportColumnRow) => ({
  id: row.id,
  report_id: row.report_id,
  name: row.name,
  column_type: row.column_type,
  position: row.position,
  is_part_of_score: row.is_part_of_score === 1,
  configuration: { ...configOf(row) },
  score: row.score,
})

export const hasEnded = ({ state }: Pick<ReportRow, 'state'>) =>
  state === 'completed' || state === 'cancelled'

/** Presents the progress. In an ended report, cells that were not computed count as failed. */
export function presentProgress(row: ReportRow, columns: number, running: number) {
  const { cells_completed, cells_failed } = row
  const queued = Math.max(0, row.row_count * columns - cells_completed - cells_failed - running)
  return {
    status: hasEnded(row) ? ('COMPLETED' as const) : ('RUNNING' as const),
    stats: {
      status_counts: {
        COMPLETED: cells_completed,
        FAILED: hasEnded(row) ? cells_failed + queued : cells_failed,
        QUEUED: hasEnded(row) ? 0 : queued,
        RUNNING: running,
      },
    },
  }
}
