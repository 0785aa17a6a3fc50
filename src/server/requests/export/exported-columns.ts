import type { Json } from '../../../engine/json/json.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import { isPriced } from '../../../engine/price/index.ts'
import type { FileColumn } from '../../files/index.ts'
import type { GivenScore } from '../given-score.ts'
import type { contentsOf } from '../read-request.ts'
import { reportedTokens } from '../reported-tokens.ts'
import { messagesOf } from '../request-fields.ts'
import type { ListedRow } from '../search/found-queries.ts'

/** The source of one row of the file. */
export interface ExportedRequest {
  readonly cursor: string
  readonly row: ListedRow
  /** Null without a prompt. */
  readonly promptName: string | null
  readonly scores: readonly { readonly name: string; readonly score: number }[]
  readonly given: readonly GivenScore[]
  /** Null if the export is without content, or the body is lost. */
  readonly content: ReturnType<typeof contentsOf> | null
}

export interface ExportedColumn extends FileColumn {
  valueIn(exported: ExportedRequest): Json
}

type Reader = (exported: ExportedRequest) => Json
const column = (title: string, kind: FileColumn['kind'], valueIn: Reader): ExportedColumn => ({
  title,
  kind,
  valueIn,
})
const iso = (time: number): string => new Date(time).toISOString()

const requestColumns: readonly ExportedColumn[] = [
  column('request_id', 'integer', ({ row }) => row.id),
  column('request_start_time', 'text', ({ row }) => iso(row.started_at)),
  column('request_end_time', 'text', ({ row }) => iso(row.ended_at)),
  column('latency_ms', 'number', ({ row }) => row.latency_ms),
  column('provider', 'text', ({ row }) => row.provider),
  column('model', 'text', ({ row }) => row.model),
  column('function_name', 'text', ({ row }) => row.function_name),
  column('status', 'text', ({ row }) => row.status),
  column('error_type', 'text', ({ row }) => row.error_type),
  column('error_message', 'text', ({ row }) => row.error_message),
  column('input_tokens', 'integer', ({ row }) => reportedTokens(row).input_tokens),
  column('output_tokens', 'integer', ({ row }) => reportedTokens(row).output_tokens),
  column('price', 'number', ({ row }) => (isPriced(row.price_source) ? row.price : null)),
  column('price_source', 'text', ({ row }) => row.price_source),
  column('prompt_id', 'integer', ({ row }) => row.prompt_id),
  column('prompt_name', 'text', ({ promptName }) => promptName),
  column('prompt_version_number', 'integer', ({ row }) => row.prompt_version_number),
  column('prompt_label', 'text', ({ row }) => row.prompt_label),
  column('group_id', 'integer', ({ row }) => row.group_id),
  column('span_id', 'text', ({ row }) => row.span_id),
  column('tags', 'text', ({ row }) => JSON.parse(row.tags) as Json),
  column('metadata', 'text', ({ row }) => parseExact(row.metadata) as Json),
  column('source', 'text', ({ row }) => row.feature),
  column('scores', 'text', ({ scores }) => scores.map(({ name, score }) => ({ name, score }))),
  column('time_to_first_token_ms', 'number', ({ row }) => row.time_to_first_token_ms),
  column('output_tokens_per_second', 'number', ({ row }) => row.output_tokens_per_second),
  column('attempts', 'integer', ({ row }) => row.attempts),
  column('waited_ms', 'number', ({ row }) => row.waited_ms),
  column('given_scores', 'text', ({ given }) => given as unknown as Json),
]

const contentColumns: readonly ExportedColumn[] = [
  column('input', 'text', (exported) => (exported.content ? messagesIn(exported).slice(0, -1) : null)),
  column('output', 'text', (exported) => messagesIn(exported).at(-1) ?? null),
  column('input_variables', 'text', (exported) => (exported.content?.variables ?? null) as Json),
]

const messagesIn = (exported: ExportedRequest): readonly Json[] =>
  exported.content ? messagesOf({ prompt_blueprint: exported.content.blueprint }) : []

const cursor = column('cursor', 'text', ({ cursor }) => cursor)

export const columnsOf = (withContent: boolean): readonly ExportedColumn[] => [
  ...requestColumns,
  ...(withContent ? contentColumns : []),
]

/** The cursor is the last column, so a row that is cut off has none. */
export const columnsWithCursor = (withContent: boolean): readonly ExportedColumn[] => [
  ...columnsOf(withContent),
  cursor,
]
