/** All endpoints. The router, the OpenAPI document, the clients and the shared test suite read this list. */

export * from './comments/comments.ts'
export * from './comments/notifications.ts'
export {
  createDashboard,
  deleteDashboard,
  listDashboards,
  readDashboard,
  updateDashboard,
} from './dashboards/dashboards.ts'
export {
  createDatasetGroup,
  createDraftDataset,
  listDatasetRows,
  listDatasets,
  saveDraftDataset,
} from './evaluations/datasets.ts'
export * from './evaluations/deleted-evaluations.ts'
export { listEvaluationRows, listEvaluations } from './evaluations/evaluations.ts'
export * from './evaluations/filled-datasets.ts'
export * from './evaluations/report-columns.ts'
export {
  cancelReport,
  forecastReport,
  migrateReport,
  readReportScore,
  runReport,
} from './evaluations/report-runs.ts'
export {
  createReport,
  deleteReport,
  deleteReportsByName,
  readReport,
  renameReport,
  updateReportScoreCard,
} from './evaluations/reports.ts'
export * from './external-ids/external-ids.ts'
export { deleteFolderEntities, listFolderEntities, moveFolderEntities } from './folders/entities.ts'
export { createFolder, resolveFolderId, updateFolder } from './folders/folders.ts'
export {
  createConnection,
  deleteConnection,
  listConnections,
  readConnection,
  testConnection,
  updateConnection,
} from './models/connections.ts'
export * from './models/models.ts'
export * from './models/price-ledger.ts'
export { changePriceList, listPriceLists } from './models/price-lists.ts'
export {
  createPriceOverride,
  deletePriceOverride,
  listPriceOverrides,
  updatePriceOverride,
} from './models/price-overrides.ts'
export { runTemplate } from './models/running.ts'
export * from './people/accounts.ts'
export * from './people/audit.ts'
export { createApiKey, listKeys, revokeApiKey, updateApiKey } from './people/keys.ts'
export * from './people/members.ts'
export * from './people/session.ts'
export * from './people/sign-in-provider.ts'
export * from './people/workspaces.ts'
export * from './playgrounds/playgrounds.ts'
export { scoreAnswer } from './playgrounds/scorers.ts'
export { patchTemplate, publishTemplate, upsertTemplate } from './prompts/change.ts'
export * from './prompts/deleted-input-variable-sets.ts'
export * from './prompts/deleted-prompts.ts'
export {
  createDynamicLabel,
  deleteDynamicLabel,
  listDynamicLabels,
  readDynamicLabel,
  updateDynamicLabel,
} from './prompts/dynamic-labels.ts'
export {
  createInputVariableSet,
  deleteInputVariableSet,
  listInputVariableSets,
  readInputVariableSet,
  updateInputVariableSet,
} from './prompts/input-variable-sets.ts'
export { createLabel, deleteLabel, listLabels, moveLabel } from './prompts/labels.ts'
export { listTemplates } from './prompts/list.ts'
export { readRawTemplate, readSnippetUsage, readTemplate } from './prompts/prompts.ts'
export * from './prompts/registry.ts'
export * from './prompts/releases.ts'
export * from './prompts/scores.ts'
export * from './prompts/usage.ts'
export { readRequestAnalytics } from './requests/analytics.ts'
export { readCustomRequestAnalytics } from './requests/charts.ts'
export * from './requests/events.ts'
export * from './requests/export.ts'
export { readRequestFacets } from './requests/facets.ts'
export {
  createGroup,
  legacyPublishTemplate,
  legacyReadTemplate,
  legacyTrackGroup,
  legacyTrackMetadata,
  legacyTrackPrompt,
  legacyTrackScore,
  trackRequest,
} from './requests/legacy.ts'
export * from './requests/media.ts'
export * from './requests/metadata-sums.ts'
export { logRequest, readRequest, updateRequest } from './requests/requests.ts'
export { searchRequests, suggestRequestValues } from './requests/search.ts'
export { trackGroup, trackMetadata, trackPrompt, trackScore } from './requests/tracking.ts'
export * from './requests/views.ts'
export * from './skills/deleted-skills.ts'
export * from './skills/skills.ts'
export * from './tables/cells.ts'
export * from './tables/column-overviews.ts'
export * from './tables/columns.ts'
export * from './tables/comparisons.ts'
export * from './tables/deleted-tables.ts'
export * from './tables/events.ts'
export { exportSheet } from './tables/exports.ts'
export {
  cancelSheetImport,
  importFile,
  importRequestLogs,
  readSheetImport,
} from './tables/imports.ts'
export * from './tables/operations.ts'
export * from './tables/overviews.ts'
export * from './tables/recalculations.ts'
export { groupRows, queryRows } from './tables/row-query.ts'
export * from './tables/rows.ts'
export * from './tables/scorecard-calculations.ts'
export * from './tables/scorecards.ts'
export {
  configureSheetScore,
  readScoreHistory,
  readScoreStatistics,
  readSheetScore,
  recalculateSheetScore,
} from './tables/scores.ts'
export {
  createSheet,
  deleteSheet,
  duplicateSheet,
  listSheets,
  readSheet,
  readStatusCounts,
  updateSheet,
} from './tables/sheets.ts'
export {
  createTable,
  deleteTable,
  duplicateTable,
  listTables,
  readTable,
  updateTable,
} from './tables/tables.ts'
export {
  createSheetVersion,
  diffSheetVersions,
  listSheetVersions,
  readSheetVersion,
} from './tables/versions.ts'
export * from './tables/views.ts'
export * from './tools/deleted-tools.ts'
export * from './tools/labels.ts'
export {
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  readMcpServer,
  testMcpServer,
  updateMcpServer,
} from './tools/mcp-servers.ts'
export { createTool, createToolVersion, listTools, readTool, testTool } from './tools/tools.ts'
export { readTraceAnalytics } from './traces/analytics.ts'
export * from './traces/export.ts'
export {
  listSessionTurns,
  readTraceSession,
  readTraceUser,
  searchTraceSessions,
  searchTraceUsers,
} from './traces/groups.ts'
export { exportLogs, exportMetrics, exportTraces } from './traces/otlp.ts'
export { deleteScore, giveScore, listScores } from './traces/scores.ts'
export { readTraceFacets, searchTraces, suggestTraceValues } from './traces/search.ts'
export { createSpans } from './traces/spans.ts'
export {
  closeTrace,
  readEnclosingStep,
  readSpan,
  readTrace,
  readTraceOutline,
} from './traces/traces.ts'
export * from './traces/views.ts'
export { listDeletedWorkflows, restoreWorkflow } from './workflows/deleted-workflows.ts'
export { createWorkflowLabel, deleteWorkflowLabel, moveWorkflowLabel } from './workflows/labels.ts'
export { listWorkflowLabels, listWorkflows, listWorkflowVersions, readWorkflow } from './workflows/read.ts'
export {
  cancelWorkflowRun,
  listWorkflowRuns,
  readWorkflowResults,
  readWorkflowRun,
  runWorkflow,
} from './workflows/runs.ts'
export { requestWebsocketToken } from './workflows/websocket-token.ts'
export { createWorkflow, patchWorkflow, renameWorkflow } from './workflows/workflows.ts'
export {
  createToolVariable,
  createWorkspaceVariable,
  deleteToolVariable,
  deleteWorkspaceVariable,
  listToolVariables,
  listWorkspaceVariables,
  updateToolVariable,
  updateWorkspaceVariable,
} from './workspace/environment.ts'
export * from './workspace/installation.ts'
export * from './workspace/log-export.ts'
export * from './workspace/masking.ts'
export * from './workspace/person-deletions.ts'
export * from './workspace/retention.ts'
export * from './workspace/sample.ts'
export * from './workspace/workspace.ts'
export * from './workspace/workspace-deletion.ts'
