import type { Tile } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { invalidFilter, parseFilter } from '../../engine/search/index.ts'

/** Maximum characters of the tiles as JSON; filters can be large. */
const maxTilesText = 256_000

/**
 * Serializes the tiles.
 * @throws Refusal 'bad_request' for filters that a search refuses, and for tiles without a required field.
 */
export function tilesText(tiles: readonly Tile[]): string {
  const ids = new Set<string>()
  for (const [index, tile] of tiles.entries()) {
    const path = `tiles.${index}`
    if (ids.has(tile.id)) throw invalidFilter(`${path}.id`, 'is the id of another tile')
    ids.add(tile.id)
    if (tile.x + tile.width > 12) throw invalidFilter(`${path}.width`, 'must end within the 12 columns')
    if ((tile.group_by === 'metadata') !== (tile.metadata_key !== null))
      throw invalidFilter(
        `${path}.metadata_key`,
        'is required for the group metadata, and must be null for others',
      )
    if (tile.shape === 'groups' && tile.group_by === null)
      throw invalidFilter(`${path}.group_by`, 'is required for groups')
    if (tile.measure === 'sheet_score' && (tile.table_id === null || tile.sheet_id === null))
      throw invalidFilter(`${path}.sheet_id`, 'is required for the score of a sheet')
    checkScore(tile, path)
    try {
      parseFilter(tile.filter_group)
    } catch (error) {
      if (error instanceof Refusal) throw invalidFilter(path, error.message)
      throw error
    }
  }
  const text = JSON.stringify(tiles)
  if (text.length > maxTilesText)
    throw invalidFilter('tiles', `must have at most ${maxTilesText} characters as JSON`)
  return text
}

function checkScore(tile: Tile, path: string): void {
  const isScoreMeasure = tile.measure === 'score' || tile.measure === 'score_share'
  const isScoreGroup = tile.group_by === 'score'
  if (isScoreMeasure && isScoreGroup) throw invalidFilter(`${path}.group_by`, 'must not be score for a score')
  if ((isScoreGroup || tile.measure === 'score_share') && tile.score_name === null)
    throw invalidFilter(`${path}.score_name`, 'is required for this measure or group')
  if (!isScoreMeasure && !isScoreGroup && tile.score_name !== null)
    throw invalidFilter(`${path}.score_name`, 'must be null for measures and groups other than scores')
  if ((tile.measure === 'score_share') !== (tile.score_value !== null))
    throw invalidFilter(
      `${path}.score_value`,
      'is required for score_share, and must be null for other measures',
    )
  if (tile.score_subject !== null) checkSubject(tile, isScoreMeasure, path)
}

/** Tiles for scores of traces and sessions have no groups and no filters, because groups and filters apply to requests. */
function checkSubject(tile: Tile, isScoreMeasure: boolean, path: string): void {
  if (!isScoreMeasure)
    throw invalidFilter(`${path}.score_subject`, 'must be null for measures other than scores')
  if (tile.score_name === null)
    throw invalidFilter(`${path}.score_name`, 'is required for scores of traces and sessions')
  if (tile.group_by !== null)
    throw invalidFilter(`${path}.group_by`, 'must be null for scores of traces and sessions')
  if (tile.filter_group !== null)
    throw invalidFilter(`${path}.filter_group`, 'must be null for scores of traces and sessions')
}

const withoutScore = { score_name: null, score_value: null, score_subject: null }

/** Reads stored tiles. Tiles that were stored before scores had names and subjects lack these fields. */
export const tilesOf = (text: string): Tile[] =>
  (JSON.parse(text) as Tile[]).map((tile) => ({
    ...withoutScore,
    ...tile,
  }))
