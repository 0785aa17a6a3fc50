const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** How often each separator occurs in a record, outside of quotes. */
type Counts = Record<Separator, number>

/** The beginning that is examined, in characters and in records. */
const maxCharacters = 262_144
const maxRecords = 50

/**
 * The separator of a CSV file: one in the header that splits the most of the first records into as many values as the
 * header. Ties go to the separator with more values, then to the comma, the semicolon and the tab.
 */
export function separatorIn(beginning: string): Separator {
  const [header, ...records] = recordsIn(beginning.slice(0, maxCharacters))
  if (!header) return ','
  const matchingRecords = (separator: Separator) =>
    records.filter((record) => record[separator] === header[separator]).length
  const [best] = separators
    .filter((separator) => header[separator] > 0)
    .toSorted((left, right) => matchingRecords(right) - matchingRecords(left) || header[right] - header[left])
  return best ?? ','
}

/** The header, and the records after it that end with a line break: the last one may be cut off. */
function recordsIn(text: string): readonly Counts[] {
  const records: Counts[] = []
  let record: Counts = { ',': 0, ';': 0, '\t': 0 }
  let [isEmpty, isQuoted] = [true, false]
  for (const character of text) {
    const isEnd = !isQuoted && (character === '\r' || character === '\n')
    if (character === '"') isQuoted = !isQuoted
    if (!isEnd) isEmpty = false
    if (!isQuoted && character in record) record[character as Separator] += 1
    if (!isEnd || isEmpty) continue
    if (records.push(record) === maxRecords) return records
    record = { ',': 0, ';': 0, '\t': 0 }
    isEmpty = true
  }
  return records.length === 0 && !isEmpty ? [record] : records
}
