import { setImmediate as breath } from 'node:timers/promises'
import { type CastingContext, type CsvError, Parser } from 'csv-parse'
import { withoutGuard } from '../../files/index.ts'
import { ImportFailure } from './import-failure.ts'
import { largestRow } from './read-slices.ts'

type Value = string | null

/** An empty value is none, a quoted empty one is an empty text. */
const cast = (text: string, { quoting }: CastingContext): Value =>
  text === '' && !quoting ? null : withoutGuard(text)

/** Records of a CSV file, those of a slice at a time; the first is the header. @throws ImportFailure with the line. */
export async function* readCsv(slices: AsyncIterable<Buffer>): AsyncGenerator<Value[][]> {
  const parser = new Parser({
    bom: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: largestRow,
    cast,
  })
  let width: number | null = null
  parser.on('error', () => {})
  const records = (): Value[][] => {
    if (parser.errored) throw explained(parser.errored as CsvError, width)
    const some: Value[][] = []
    for (let record = parser.read(); record !== null; record = parser.read()) some.push(record as Value[])
    width ??= some[0]?.length ?? null
    return some
  }
  for await (const slice of slices) {
    parser.write(slice)
    await breath()
    yield records()
  }
  parser.end()
  await breath()
  yield records()
}

function explained(error: CsvError, width: number | null): Error {
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
      return new ImportFailure(`${line}something other than a comma follows a closing quote.`)
    case 'CSV_MAX_RECORD_SIZE':
      return new ImportFailure(`${line}it has more than ${largestRow} bytes.`)
    default:
      return error
  }
}
