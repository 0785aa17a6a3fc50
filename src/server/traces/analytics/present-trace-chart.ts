import type { TraceChart } from '../../../engine/analytics/traces/index.ts'
import { countsOfValue, displayedValue, groupKey, seriesOf, valuesOf } from '../../requests/index.ts'
import type { ChartValue } from './chart-queries.ts'

/** A value as the presentation of request charts reads it. */
export const groupValue = ({ bucket, value, unpriced, scored, g0 }: ChartValue) => ({
  bucket,
  value,
  unpriced,
  uncounted: null,
  name: g0 ?? null,
  latencies: null,
  scored,
})

/**
 * Presents one row for each value of the first group. Each value of the second group is a series with a number, because
 * names may be any text.
 */
export function presentTwoGroups(
  { measures }: TraceChart,
  rows: readonly string[],
  columns: readonly string[],
  [values]: readonly (readonly ChartValue[])[],
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
                [groupKey(columns.indexOf(value.g1!)), displayedValue(measure!, groupValue(value))],
                ...countsOfValue(groupKey(columns.indexOf(value.g1!)), groupValue(value)),
              ]
            : [],
        ),
      ),
    })),
  }
}

/** Presents one row for each leaf, largest first, with its path from the root and its values. */
export function presentHierarchy(
  { measures }: TraceChart,
  paths: readonly (readonly string[])[],
  values: readonly (readonly ChartValue[])[],
) {
  const keyOf = (path: readonly unknown[]) => JSON.stringify(path)
  const pathOf = (value: ChartValue) =>
    paths[0]!.map((_, level) => (value as unknown as Readonly<Record<string, string>>)[`g${level}`])
  const byPath = values.map((each) => Map.groupBy(each, (value) => keyOf(pathOf(value))))
  return {
    series: measures.map(seriesOf),
    data: paths.map((path) => ({
      name: path.at(-1)!,
      path,
      ...valuesOf(
        measures,
        byPath.map((each) => (each.get(keyOf(path)) ?? []).map(groupValue)),
        () => true,
      ),
    })),
  }
}

/** Presents one row for each bucket that has values, with its bounds in the unit of the field. */
export function presentHistogram(
  { measures }: TraceChart,
  width: number,
  values: readonly (readonly ChartValue[])[],
) {
  const buckets = [...new Set(values.flat().map(({ bucket }) => Number(bucket)))].sort((a, b) => a - b)
  const groupValues = values.map((each) => each.map(groupValue))
  return {
    series: measures.map(seriesOf),
    data: buckets.map((bucket) => ({
      name: String(bucket * width),
      from: bucket * width,
      to: (bucket + 1) * width,
      ...valuesOf(measures, groupValues, (value) => Number(value.bucket) === bucket),
    })),
  }
}
