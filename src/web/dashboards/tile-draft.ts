import type { Tile, TileScoreSubject } from '../../contract/index.ts'
import { emptyTile } from '../../engine/empty-tile.ts'
import { groupNames, measureNames } from './words.ts'

export const newTile = (bottom: number): Tile => ({
  ...emptyTile,
  id: crypto.randomUUID(),
  title: '',
  measure: 'requests',
  shape: 'over_time',
  x: 0,
  y: bottom,
  width: 6,
  height: 3,
})

/** The fields of the form that a draft uses. */
export interface UsedFields {
  readonly isSheet: boolean
  readonly isScore: boolean
  /** Null: the tile counts requests. */
  readonly subject: TileScoreSubject | null
  readonly shape: Tile['shape']
  readonly isGrouped: boolean
  readonly isByMetadata: boolean
  readonly isByScore: boolean
}

export function usedFields(draft: Tile): UsedFields {
  const { measure, group_by: by } = draft
  const isSheet = measure === 'sheet_score'
  const isScore = measure === 'score' || measure === 'score_share'
  const subject = isScore ? draft.score_subject : null
  const shape = isSheet || (subject && draft.shape === 'groups') ? 'over_time' : draft.shape
  const isGrouped = shape !== 'number' && !isSheet && subject === null
  const isByMetadata = isGrouped && by === 'metadata'
  return { isSheet, isScore, subject, shape, isGrouped, isByMetadata, isByScore: isGrouped && by === 'score' }
}

/** True if a tile of the draft could not be drawn. */
export function isIncomplete(draft: Tile): boolean {
  const { measure, group_by: by, score_name: name } = draft
  const { isSheet, isScore, subject, shape, isGrouped, isByMetadata, isByScore } = usedFields(draft)
  return (
    (measure === 'score_share' && (!name || !draft.score_value)) ||
    (subject !== null && !name) ||
    (isByScore && (isScore || !name)) ||
    (isSheet && draft.sheet_id === null) ||
    (isGrouped && shape === 'groups' && by === null) ||
    (isByMetadata && !draft.metadata_key)
  )
}

/** The tile of a draft: without the values of fields that it does not use, and with a title. */
export function tileOf(draft: Tile): Tile {
  const { isSheet, isScore, subject, shape, isGrouped, isByMetadata, isByScore } = usedFields(draft)
  return {
    ...draft,
    title: draft.title.trim() || titleOf(draft),
    shape,
    group_by: isGrouped ? draft.group_by : null,
    metadata_key: isByMetadata ? draft.metadata_key : null,
    score_name: isScore || isByScore ? draft.score_name : null,
    score_value: draft.measure === 'score_share' ? draft.score_value : null,
    score_subject: subject,
    filter_group: subject ? null : draft.filter_group,
    table_id: isSheet ? draft.table_id : null,
    sheet_id: isSheet ? draft.sheet_id : null,
  }
}

/** The title of a tile without one: `Cost by prompt`. */
export function titleOf(tile: Tile): string {
  const { measure, shape, group_by: by } = tile
  const key = by === 'score' ? tile.score_name : by === 'metadata' ? tile.metadata_key : null
  const name = scoreTitle(tile) ?? measureNames[measure]
  if (measure === 'sheet_score' || shape === 'number' || by === null) return name
  return `${name} by ${key || groupNames[by].toLowerCase()}`
}

function scoreTitle({ measure, score_name: name, score_value: value }: Tile): string | null {
  if (measure === 'score' && name) return `Mean of ${name}`
  return measure === 'score_share' && name && value ? `${name}: ${value}` : null
}
