import { type CastingContext, type CsvError, Parser } from 'csv-parse'
import { separatorIn } from '../../../engine/csv/separator.ts'
import { withoutGuard } from '../../files/index.ts'
import { ImportFailure } from './import-failure.ts'
import { maxRowBytes } from './read-slices.ts'

type Value = string | null

/** The parser reports its errors on the next tick. */
const errorReported = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** An empty value is null; a quoted empty value is an empty text. */
const cast = (text: string, { quoting }: CastingContext): Value =>
  text === '' && !quoting ? null : withoutGuard(text)

/** Yields the records of a CSV file for each slice. The first record is the header. @throws ImportFailure that names the line. */
export async function* readCsv(slices: AsyncIterable<Buffer>): AsyncGenerator<Value[][]> {
  let width: number | null = null
  const begin = (first: Buffer) => {
    const parser = new Parser({
      bom: true,
      delimiter: separatorIn(first.toString('latin1')),
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: maxRowBytes,
      cast,
      on_record: (record) => {
        width ??= record.length
        return record
      },
    })
    return parser.on('error', () => {})
  }
  let parser: Parser | undefined
  const records = (parser: Parser): Value[][] => {
    if (parser.errored) throw importFailureOf(parser.errored as CsvError, width)
    const batch: Value[][] = []
    for (let record = parser.read(); record !== null; record = parser.read()) batch.push(record as Value[])
    return batch
  }
  for await (const slice of slices) {
    parser ??= begin(slice)
    parser.write(slice)
    await errorReported()
    yield records(parser)
  }
  if (!parser) return
  parser.end()
  await errorReported()
  yield records(parser)
}

function importFailureOf(error: CsvError, width: number | null): Error {
  const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : ''
  const record = Array.isArray(error['record']) ? error['record'].length : null
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return new ImportFailure(`${line}it has ${record} values, but the header has ${width} titles.`)
    case 'CSV_QUOTE_NOT_CLOSED':
      return new ImportFailure(`${line}a quote is opened and never closed.`)
    case 'INVALID_OPENING_QUOTE':
      return new ImportFailure(`${line}a quote stands within a value that does not begin with one.`)
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new ImportFailure(`${line}something other than a separator follows a closing quote.`)
    case 'CSV_MAX_RECORD_SIZE':
      return new ImportFailure(`${line}it has more than ${maxRowBytes} bytes.`)
    default:
      return error
  }
}
