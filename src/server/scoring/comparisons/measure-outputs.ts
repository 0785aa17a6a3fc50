import { createHash } from 'node:crypto'
import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { badField } from '../../../engine/refusal.ts'
import {
  type Better,
  type ComparedOutput,
  DEFAULT_TOKENS,
  readAssertions,
} from '../../../engine/sheet/index.ts'
import { type PromptVersion, storedVersion } from '../../../engine/sheet/rows/prompt-version.ts'
import type { Database } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import { Pace } from '../../pacing/pace.ts'
import { getVersion } from '../../sheets/index.ts'
import {
  cellIdOf,
  cellsAt,
  columnsAt,
  configOf,
  getSheet,
  parseTexts,
  type RequestMetrics,
  rowsAfter,
  rowsByIdAt,
  type SheetAddress,
  typeOf,
} from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { columnNamed, numberOf } from './measure-column.ts'

export interface Side {
  readonly address: SheetAddress
  readonly version: string | undefined
  /** The title or id of the column. The same holds for `judgedBy`. */
  readonly column: string
  readonly judgedBy: string | undefined
}

/** The compared measures of one row. */
export interface MeasuredOutput extends ComparedOutput {
  readonly rowId: number
  readonly index: number
  readonly key: string | null
  readonly cost: number | null
  /** True if a model that was called has no known price. */
  readonly isUnpriced: boolean
  readonly latency: number | null
  readonly isOutputStale: boolean
  /** True if the cell of the judging column is stale; false if the output judges itself. */
  readonly isJudgementStale: boolean
  /** The prompt version that made the output, if it is known. */
  readonly promptVersion: PromptVersion | null
}

type SheetColumn = Awaited<ReturnType<typeof columnsAt>>[number]

/** A side with its columns at the compared moment. */
export interface OpenedSide {
  readonly db: Database
  readonly sheet: Awaited<ReturnType<typeof getSheet>>
  readonly versionCount: number
  readonly columns: readonly SheetColumn[]
  readonly output: SheetColumn
  readonly judge: SheetColumn
}

export async function openSide(db: Database, workspace: WorkspaceId, side: Side): Promise<OpenedSide> {
  const sheet = await getSheet(db, workspace, side.address)
  const version = side.version === undefined ? null : await getVersion(db, sheet, side.version)
  const versionCount = version?.version_count ?? sheet.version_count
  const columns = await columnsAt(db, sheet, versionCount)
  const output = storedColumn(columns, side.column, 'column')
  const judge = side.judgedBy === undefined ? output : storedColumn(columns, side.judgedBy, 'judged_by')
  return { db, sheet, versionCount, columns, output, judge }
}

function storedColumn(columns: readonly SheetColumn[], name: string, field: string): SheetColumn {
  const column = columnNamed(columns, name, field)
  if (column.type === 'COMPOSITION')
    throw badField(field, `${field}: "${name}" shows another sheet; compare that sheet's column.`)
  return column
}

/** Whether higher or lower values are better, by the type of the judging column. */
export function betterOf({ judge: { type: name, config } }: OpenedSide): Better {
  const type = typeOf(name)
  const meaning = type.score(type.config(configOf({ config })))
  if (meaning === 'lower-is-better') return 'lower'
  return meaning === 'boolean' || meaning === 'by-value' ? 'higher' : 'none'
}

const rowsPerPage = 1_000

/** Reads the output, its judgement, cost and latency of each row, in the order of the sheet. */
export async function measureOutputs(
  side: OpenedSide,
  keyColumn: string | undefined,
): Promise<MeasuredOutput[]> {
  const { db, sheet, versionCount, columns, output, judge } = side
  const by = keyColumn === undefined ? null : columnNamed(columns, keyColumn, 'key_column')
  const numbers = [...new Set([output, judge, ...(by ? [by] : [])].map(({ number }) => number))]
  const pace = new Pace()
  const measured: MeasuredOutput[] = []
  for (let position = -1; ; ) {
    const rows = await rowsAfter(db, sheet, versionCount, position, rowsPerPage)
    const last = rows.at(-1)
    if (!last) return measured
    const stored = await cellsAt(
      db,
      sheet,
      versionCount,
      rows.map(({ id }) => id),
      numbers,
    )
    const cells = new Map(stored.map((cell) => [`${cell.row_id} ${cell.column_number}`, cell]))
    for (const row of rows) {
      await pace.pause()
      const texts = parseTexts(row.texts)
      const currentValue = ({ number }: SheetColumn): Json => {
        const cell = cells.get(`${row.id} ${number}`)
        if (!cell) return texts[number] ?? null
        const isFresh = cell.error === null && (cell.stale_since === null || cell.stale_since > versionCount)
        return isFresh && cell.value !== null ? (parseExact(cell.value) as Json) : null
      }
      const isStale = (column: SheetColumn) =>
        isStaleAt(versionCount, column, cells.get(`${row.id} ${column.number}`))
      const cell = cells.get(`${row.id} ${output.number}`)
      const value = currentValue(output)
      const metrics = cell?.metrics == null ? null : (JSON.parse(cell.metrics) as RequestMetrics)
      measured.push({
        rowId: row.id,
        index: measured.length,
        key: by && displayOf(currentValue(by)),
        digest: digestOf(displayOf(value)),
        value: worthOf(judge === output ? value : currentValue(judge)),
        cost: cell?.price ?? null,
        // A cached answer was made without a call.
        isUnpriced: cell?.price === null && metrics !== null && metrics.request_count > 0,
        latency: cell?.latency_ms ?? null,
        isOutputStale: isStale(output),
        isJudgementStale: judge !== output && isStale(judge),
        promptVersion: storedVersion(metrics),
      })
    }
    if (rows.length < rowsPerPage) return measured
    position = last.position
  }
}

/** True if the cell was stale. A computed cell that is not stored was never computed. */
function isStaleAt(
  versionCount: number,
  { type }: SheetColumn,
  cell: { readonly stale_since: number | null } | undefined,
): boolean {
  if (cell) return cell.stale_since !== null && cell.stale_since <= versionCount
  return type !== 'TEXT' && type !== 'TRACE'
}

/** The number that a judgement counts as. Of several assertions all must pass. */
function worthOf(value: Json): number | null {
  const assertions = readAssertions(value, DEFAULT_TOKENS)
  return assertions ? Number(assertions.every((passed) => passed)) : numberOf(value)
}

/** The hash of a text, so that 100,000 long answers fit into memory. */
const digestOf = (text: string | null): string | null =>
  text === null || text.length <= 28 ? text : createHash('sha1').update(text).digest('base64')

/** Maximum characters of a text in an answer. */
const maxText = 10_000

/** Presents the outputs of some rows with their texts, by row id. */
export async function presentOutputs(side: OpenedSide, rows: readonly MeasuredOutput[]) {
  const { db, sheet, versionCount, output } = side
  const ids = rows.map(({ rowId }) => rowId).sort((left, right) => left - right)
  const texts = new Map(
    (await rowsByIdAt(db, sheet, versionCount, ids)).map((row) => [row.id, parseTexts(row.texts)]),
  )
  const cells = new Map(
    (await cellsAt(db, sheet, versionCount, ids, [output.number])).map((cell) => [cell.row_id, cell]),
  )
  return new Map(
    rows.map((row) => {
      const cell = cells.get(row.rowId)
      const text = cell
        ? cell.value === null
          ? null
          : displayOf(parseExact(cell.value) as Json)
        : displayOf(texts.get(row.rowId)?.[output.number] ?? null)
      const isStale = isStaleAt(versionCount, output, cell)
      const status = isStale ? ('STALE' as const) : cell?.error ? ('FAILED' as const) : ('COMPLETED' as const)
      return [
        row.rowId,
        {
          cell_id: cellIdOf(sheet.id, { rowId: row.rowId, columnNumber: output.number }),
          row_index: row.index,
          status,
          text: text === null ? null : text.slice(0, maxText).toWellFormed(),
          is_cut: text !== null && text.length > maxText,
          error_message: cell?.error ? (JSON.parse(cell.error) as { message: string }).message : null,
          is_judgement_stale: row.isJudgementStale,
          value: row.value,
          cost: row.cost,
          latency_ms: row.latency,
        },
      ]
    }),
  )
}

/** The texts of one column in some rows, by row id. */
export async function labelsOf(side: OpenedSide, label: string | undefined, rows: readonly MeasuredOutput[]) {
  if (label === undefined) return new Map<number, string | null>()
  const output = storedColumn(side.columns, label, 'label_column')
  const presentedOutputs = await presentOutputs({ ...side, output }, rows)
  return new Map([...presentedOutputs].map(([id, { text }]) => [id, text]))
}
