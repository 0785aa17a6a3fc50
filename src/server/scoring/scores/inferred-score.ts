import type { Context } from '../../context.ts'
import type { Store } from '../../db/index.ts'
import { putNewest } from '../../put-newest.ts'
import type { LoadedSheet } from '../../sheets/storage/index.ts'
import { type CalculatedScore, calculateScore } from './calculate-score.ts'
import { unconfigured } from './score-config.ts'

interface Figure {
  /** The version counts of the sheet and of the sheets that it mirrors. */
  readonly versions: string
  readonly score: Promise<CalculatedScore>
  /** Milliseconds that the calculation took; 0 until it has ended. */
  took: number
  endedAt: number
}

/** Maximum cached scores. */
const most = 200
/** With this many rows or more, the score is not computed for every change. */
const largeSheet = 10_000
/** The score of a large sheet is computed at most one twentieth of the time, because it occupies a reader thread. */
const share = 20

const figures = new WeakMap<Store, Map<string, Figure>>()

/** The default score of a sheet without a configuration. Reads all rows, once for each version of the sheet. */
export async function inferredScore(
  context: Pick<Context, 'store'>,
  loaded: LoadedSheet,
): Promise<{ score: CalculatedScore; isStale: boolean }> {
  const storeFigures = figures.get(context.store) ?? new Map<string, Figure>()
  figures.set(context.store, storeFigures)
  const { sheet, sheets } = loaded
  const key = `${sheet.workspace_id} ${sheet.number}`
  const versions = [...sheets.values()].map((sheet) => `${sheet.number} ${sheet.version_count}`).join()
  const last = storeFigures.get(key)
  if (last?.versions === versions) return { score: await last.score, isStale: false }
  const isRecent = last && performance.now() - last.endedAt < last.took * share
  if (isRecent && sheet.row_count >= largeSheet) return { score: await last.score, isStale: true }
  const began = performance.now()
  const figure: Figure = {
    versions,
    score: calculateScore(context, loaded, unconfigured),
    took: 0,
    endedAt: Number.NEGATIVE_INFINITY,
  }
  putNewest(storeFigures, most, key, figure)
  try {
    const score = await figure.score
    figure.endedAt = performance.now()
    figure.took = figure.endedAt - began
    return { score, isStale: false }
  } catch (error) {
    if (storeFigures.get(key) === figure) storeFigures.delete(key)
    throw error
  }
}
