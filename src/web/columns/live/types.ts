import type { ColumnTypeName } from '../../../engine/columns/names.ts'

/** Types whose cells the browser computes as the server does: without calls, and from the sources alone. */
const liveTypes = [
  ...(['ABSOLUTE_NUMERIC_DISTANCE', 'APPLY_DIFF', 'COALESCE', 'COMBINE_COLUMNS', 'COMPARE'] as const),
  ...(['CONTAINS', 'COUNT', 'JSON_PATH', 'MATH_OPERATOR', 'MIN_MAX', 'PARSE_VALUE'] as const),
  ...(['REGEX', 'REGEX_EXTRACTION'] as const),
] satisfies readonly ColumnTypeName[]

export type LiveType = (typeof liveTypes)[number]

export const isLive = (type: ColumnTypeName): type is LiveType =>
  liveTypes.some((liveType) => liveType === type)
