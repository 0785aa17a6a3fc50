import { maxCodeSeconds } from '../../../engine/columns/index.ts'
import type { Json } from '../../../engine/json/json.ts'
import {
  type ColumnScore,
  type CustomScore,
  customScoreData,
  readCustomScore,
  type ScoreConfiguration,
  type ScoredCell,
  type SheetScore,
  SheetTally,
  type WinnerResult,
  WinnerTally,
} from '../../../engine/sheet/index.ts'
import type { Context } from '../../context.ts'
import type { Lease } from '../../jobs/index.ts'
import { scanRows } from '../../sheets/index.ts'
import type { CellContent, LoadedSheet } from '../../sheets/storage/index.ts'
import { answerNeedOf } from '../scorecards/index.ts'
import { scoredColumns } from './score-config.ts'

/** The stored result of a calculation. Older releases did not count failed cells. */
export interface CalculatedScore {
  readonly sheet: Omit<SheetScore, 'columns'> & { readonly columns: readonly StoredColumnScore[] }
  /** The columns in the order of `sheet.columns`, with their titles at the time of the calculation. */
  readonly columns: readonly { readonly id: string; readonly title: string }[]
  readonly winner: WinnerResult | null
  readonly custom: CustomScore | null
  readonly error: string | null
}

type Recent = 'failed' | 'missing'
type StoredColumnScore = Omit<ColumnScore, Recent> & Partial<Pick<ColumnScore, Recent>>

export async function calculateScore(
  { store }: Pick<Context, 'store'>,
  loaded: LoadedSheet,
  configuration: ScoreConfiguration,
): Promise<CalculatedScore> {
  const choices = scoredColumns(loaded, configuration).map((columns) => ({
    columns,
    tally: new SheetTally(columns.map(({ rules }) => rules)),
  }))
  const { winner: winnerSource } = configuration
  const winner = winnerSource && new WinnerTally(winnerSource.kind)
  const byId = new Map(loaded.columns.map((column) => [column.id, column]))
  const [source, label] = [byId.get(winnerSource?.column ?? ''), byId.get(winnerSource?.label ?? '')]
  for await (const { rows, cells } of scanRows(store.scan, loaded))
    for (const row of rows) {
      for (const { columns, tally } of choices)
        tally.addRow(columns.map(({ column }) => toScored(cells.content(column, row))))
      if (!winner || !source) continue
      const { status, value } = cells.content(source, row)
      winner.add(status, value, label ? cells.content(label, row).value : null)
    }
  const scores = choices.map(({ columns, tally }) => ({ columns, sheet: tally.result() }))
  const { columns, sheet } = scores.find((score) => score.sheet.overall !== null) ?? scores[0]!
  return {
    sheet,
    columns: columns.map(({ column: { id, title } }) => ({ id, title })),
    winner: winner?.result() ?? null,
    custom: null,
    error: null,
  }
}

const toScored = ({ status, value }: CellContent): ScoredCell => ({ state: status, value })

/** Maximum bytes of the values for scoring code, which is the sandbox's limit. */
const maxData = 10 * 1024 * 1024

/** Runs scoring code over all rows. Errors of code or data become the error of the score. */
export async function calculateCustom(
  context: Context,
  lease: Lease,
  loaded: LoadedSheet,
  configuration: ScoreConfiguration,
): Promise<CalculatedScore> {
  const plain = await calculateScore(context, loaded, configuration)
  const failed = (error: string): CalculatedScore => ({ ...plain, error })
  const data = await readData(context, loaded)
  if (data === null) return failed('The sheet is too large for scoring code: it may read 10 MB.')
  const { text, language } = configuration.code!
  const answerNeed = answerNeedOf(context, lease.workspace, lease.run, { signal: lease.signal })
  const answer = await answerNeed({
    kind: 'code',
    language: language === 'PYTHON' ? 'python' : 'javascript',
    code: text,
    data,
    deadlineMilliseconds: maxCodeSeconds * 1_000,
  })
  if (!answer.ok) return failed(answer.failure.message)
  const reading = readCustomScore(answer.value)
  return reading.ok ? { ...plain, custom: reading.score } : failed(reading.error)
}

async function readData({ store }: Pick<Context, 'store'>, loaded: LoadedSheet): Promise<Json | null> {
  const titles = loaded.columns.map(({ title }) => title)
  const all: Readonly<Record<string, Json>>[] = []
  let size = 0
  for await (const { rows, cells } of scanRows(store.scan, loaded)) {
    const values = rows.map((row) =>
      loaded.columns.map((column) => {
        const { status, value } = cells.content(column, row)
        // A stale or failed cell counts as one without a value.
        return status === 'COMPLETED' ? value : null
      }),
    )
    const data = customScoreData(titles, values)
    size += JSON.stringify(data).length
    if (size > maxData) return null
    all.push(...data)
  }
  return all
}
