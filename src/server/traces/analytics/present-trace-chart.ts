import type { TraceChart, TraceMeasure } from '../../../engine/analytics/traces/index.ts'
import { displayedValue, groupKey, seriesOf, unpricedIn, valuesOf } from '../../requests/index.ts'
import type { Drawn } from './chart-queries.ts'

/** Values of each measure, those of rows alone told by `isOf`. */
const numbersOf = (
  measures: readonly TraceMeasure[],
  values: readonly (readonly Drawn[])[],
  isOf: (value: Drawn) => boolean,
) =>
  valuesOf(
    measures,
    values.map((each) => each.filter(isOf).map(plain)),
    () => true,
  )

export const plain = ({ bucket, value, unpriced, g0 }: Drawn) => ({
  bucket,
  value,
  unpriced,
  name: g0 ?? null,
  latencies: null,
})

/** Rows by the first group; each value of the second is a series, since names are anybody's text and no keys. */
export function presentTwoGroups(
  { measures }: TraceChart,
  rows: readonly string[],
  columns: readonly string[],
  [values]: readonly (readonly Drawn[])[],
) {
  const [measure] = measures
  return {
    series: columns.map((label, index) => ({ key: groupKey(index), label, unit: measure!.unit })),
    data: rows.map((name) => ({
      name,
      ...Object.fromEntries(
        values!.flatMap((value) =>
          value.g0 === name
            ? [
                [groupKey(columns.indexOf(value.g1!)), displayedValue(measure!, plain(value))],
                ...unpricedIn(groupKey(columns.indexOf(value.g1!)), plain(value)),
              ]
            : [],
        ),
      ),
    })),
  }
}

/** A row for each leaf, the largest first: its way from the top, and its values. */
export function presentHierarchy(
  { measures }: TraceChart,
  paths: readonly (readonly string[])[],
  values: readonly (readonly Drawn[])[],
) {
  const keyOf = (path: readonly unknown[]) => JSON.stringify(path)
  const pathOf = (value: Drawn) =>
    paths[0]!.map((_, place) => (value as unknown as Readonly<Record<string, string>>)[`g${place}`])
  const byPath = values.map((each) => Map.groupBy(each, (value) => keyOf(pathOf(value))))
  return {
    series: measures.map(seriesOf),
    data: paths.map((path) => ({
      name: path.at(-1)!,
      path,
      ...numbersOf(
        measures,
        byPath.map((each) => each.get(keyOf(path)) ?? []),
        () => true,
      ),
    })),
  }
}

/** A row for each bucket that holds something, with its bounds in the unit of the field. */
export function presentHistogram(
  { measures }: TraceChart,
  width: number,
  values: readonly (readonly Drawn[])[],
) {
  const buckets = [...new Set(values.flat().map(({ bucket }) => Number(bucket)))].sort((a, b) => a - b)
  return {
    series: measures.map(seriesOf),
    data: buckets.map((bucket) => ({
      name: String(bucket * width),
      from: bucket * width,
      to: (bucket + 1) * width,
      ...numbersOf(measures, values, (value) => Number(value.bucket) === bucket),
    })),
  }
}
