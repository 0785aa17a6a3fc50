/** Traces: spans from OTLP and bulk calls are stored, turned into requests, listed and charted. */

import type { Handlers } from '../http/handler.ts'
import { readTraceAnalytics } from './analytics/read-trace-analytics.ts'
import { closeTrace } from './close-trace.ts'
import { createSpans } from './create-spans.ts'
import { downloadTraces, exportListedTraces } from './export/export-listed.ts'
import { exportLogs } from './export-logs.ts'
import { exportMetrics } from './export-metrics.ts'
import { exportTraces } from './export-traces.ts'
import { listSessionTurns } from './groups/list-turns.ts'
import {
  readTraceSession,
  readTraceUser,
  searchTraceSessions,
  searchTraceUsers,
} from './groups/search-groups.ts'
import { readTraceFacets, suggestTraceValues } from './list/read-facets.ts'
import { searchTraces } from './list/search-traces.ts'
import { traceViewHandlers } from './list/trace-views.ts'
import { readEnclosingStep } from './read-enclosing-step.ts'
import { readTraceOutline } from './read-outline.ts'
import { readSpan, readTrace } from './read-trace.ts'
import { scoreHandlers } from './scores/scores.ts'

export { countOldTraces, deleteOldTraces, deleteTrace } from './expired.ts'
export { deleteSpans } from './expired-queries.ts'
export { type FirstSpans, noSuchSpan, type ReadSpan, readFirstSpans } from './first-spans.ts'
export { findTrace } from './queries.ts'
export { recordSpans } from './record-spans.ts'
export { countScoresOfTrace } from './scores/queries.ts'
export { readSpanTexts } from './span-text-queries.ts'
export { summariseTraces } from './summaries/summariser.ts'

export const traceHandlers = {
  createSpans,
  exportLogs,
  exportMetrics,
  exportTraces,
  readTrace,
  readEnclosingStep,
  readTraceOutline,
  readSpan,
  readTraceAnalytics,
  downloadTraces,
  exportListedTraces,
  readTraceFacets,
  searchTraces,
  suggestTraceValues,
  closeTrace,
  listSessionTurns,
  readTraceSession,
  readTraceUser,
  searchTraceSessions,
  searchTraceUsers,
  ...scoreHandlers,
  ...traceViewHandlers,
} satisfies Partial<Handlers>
