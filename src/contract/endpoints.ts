/** All endpoints. The router, the OpenAPI document, the clients and the shared test suite read this list. */

export { patchTemplate, publishTemplate, upsertTemplate } from './change-prompts.ts'
export {
  createConnection,
  deleteConnection,
  listConnections,
  readConnection,
  testConnection,
  updateConnection,
} from './connections.ts'
export {
  createDynamicLabel,
  deleteDynamicLabel,
  listDynamicLabels,
  readDynamicLabel,
  updateDynamicLabel,
} from './dynamic-labels.ts'
export {
  createToolVariable,
  createWorkspaceVariable,
  deleteToolVariable,
  deleteWorkspaceVariable,
  listToolVariables,
  listWorkspaceVariables,
  updateToolVariable,
  updateWorkspaceVariable,
} from './environment.ts'
export {
  createDatasetGroup,
  createDraftDataset,
  listDatasetRows,
  listDatasets,
  saveDraftDataset,
} from './evaluations/datasets.ts'
export { listEvaluationRows, listEvaluations } from './evaluations/evaluations.ts'
export {
  addRequestLogToDataset,
  addTraceToDataset,
  createDatasetFromFile,
  createDatasetFromFilter,
} from './evaluations/filled-datasets.ts'
export {
  addReportColumn,
  deleteReportColumn,
  editReportColumn,
} from './evaluations/report-columns.ts'
export { cancelReport, migrateReport, readReportScore, runReport } from './evaluations/report-runs.ts'
export {
  createReport,
  deleteReport,
  deleteReportsByName,
  readReport,
  renameReport,
  updateReportScoreCard,
} from './evaluations/reports.ts'
export { readEvents } from './events.ts'
export {
  attachDatasetGroupExternalId,
  attachFolderExternalId,
  attachPromptExternalId,
  attachReportExternalId,
  attachSkillExternalId,
  attachToolExternalId,
  attachWorkflowExternalId,
  detachDatasetGroupExternalId,
  detachFolderExternalId,
  detachPromptExternalId,
  detachReportExternalId,
  detachSkillExternalId,
  detachToolExternalId,
  detachWorkflowExternalId,
  listDatasetGroupExternalIds,
  listFolderExternalIds,
  listPromptExternalIds,
  listReportExternalIds,
  listSkillExternalIds,
  listToolExternalIds,
  listWorkflowExternalIds,
} from './external-ids.ts'
export { deleteFolderEntities, listFolderEntities, moveFolderEntities } from './folder-entities.ts'
export { createFolder, resolveFolderId, updateFolder } from './folders.ts'
export {
  createInputVariableSet,
  deleteInputVariableSet,
  listInputVariableSets,
  readInputVariableSet,
  updateInputVariableSet,
} from './input-variable-sets.ts'
export { readSandbox, readStorage } from './installation.ts'
export { createLabel, deleteLabel, listLabels, moveLabel } from './labels.ts'
export {
  createGroup,
  legacyPublishTemplate,
  legacyReadTemplate,
  legacyTrackGroup,
  legacyTrackMetadata,
  legacyTrackPrompt,
  legacyTrackScore,
  trackRequest,
} from './legacy.ts'
export { listTemplates } from './list-prompts.ts'
export {
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  readMcpServer,
  testMcpServer,
  updateMcpServer,
} from './mcp-servers.ts'
export { exportLogs, exportTraces } from './otlp.ts'
export {
  listAccounts,
  listInstallationWorkspaces,
  updateAccount,
  updateInstallationWorkspace,
} from './people/accounts.ts'
export { listAuditEvents } from './people/audit.ts'
export { createApiKey, listKeys, revokeApiKey, updateApiKey } from './people/keys.ts'
export {
  acceptInvitation,
  changeMember,
  invite,
  listMembers,
  readInvitation,
  removeMember,
  withdrawInvitation,
} from './people/members.ts'
export {
  changePassword,
  readSession,
  readSetup,
  setUp,
  signIn,
  signOut,
  switchWorkspace,
} from './people/session.ts'
export { createOwnWorkspace } from './people/workspaces.ts'
export {
  changePriceList,
  createPriceOverride,
  deletePriceOverride,
  listPriceLists,
  listPriceOverrides,
  readPriceLedger,
  repriceRequests,
  updatePriceOverride,
} from './prices.ts'
export { listPromptScores } from './prompt-scores.ts'
export { readRawTemplate, readSnippetUsage, readTemplate } from './prompts.ts'
export { listWorkflowLabels, listWorkflows, listWorkflowVersions, readWorkflow } from './read-workflows.ts'
export { listPrompts, listPromptVersions } from './registry.ts'
export {
  askForRelease,
  changeProtectedLabel,
  decideReleaseRequest,
  listProtectedLabels,
  listReleaseRequests,
  protectLabel,
  readReleaseRequest,
  unprotectLabel,
} from './releases.ts'
export { readRequestAnalytics } from './request-analytics.ts'
export { readCustomRequestAnalytics } from './request-charts.ts'
export { downloadRequests, exportRequests } from './request-export.ts'
export { searchRequests, suggestRequestValues } from './request-search.ts'
export {
  createRequestView,
  deleteRequestView,
  listRequestViews,
  updateRequestView,
} from './request-views.ts'
export { logRequest, readRequest, updateRequest } from './requests.ts'
export { changeRetention, previewRetention, readRetention } from './retention.ts'
export { runTemplate } from './running.ts'
export {
  createSkillCollection,
  listSkillCollections,
  readSkillCollection,
  renameSkillCollection,
  saveSkillCollectionVersion,
} from './skills.ts'
export { createSpans } from './spans.ts'
export { readCell, updateCell, updateCells } from './tables/cells.ts'
export { createColumn, deleteColumn, duplicateColumn, listColumns, updateColumn } from './tables/columns.ts'
export { compareSheets } from './tables/comparisons.ts'
export { readSheetEvents } from './tables/events.ts'
export { exportSheet } from './tables/exports.ts'
export {
  cancelSheetImport,
  importFile,
  importRequestLogs,
  readSheetImport,
} from './tables/imports.ts'
export {
  cancelOperation,
  createOperation,
  forecastOperation,
  listOperations,
  readOperation,
} from './tables/operations.ts'
export { listTableOverviews } from './tables/overviews.ts'
export { recalculateCell, recalculateCells } from './tables/recalculations.ts'
export { addRows, deleteRows, listRows, moveRows } from './tables/rows.ts'
export {
  cancelScorecard,
  listScorecardRows,
  readScorecardCalculation,
  readScorecardRow,
  recalculateScorecard,
} from './tables/scorecard-calculations.ts'
export { configureScorecard, deleteScorecard, migrateScore, readScorecard } from './tables/scorecards.ts'
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
export { createToolLabel, deleteToolLabel, moveToolLabel } from './tool-labels.ts'
export { createTool, createToolVersion, listTools, readTool, testTool } from './tools.ts'
export { readTraceAnalytics } from './trace-analytics.ts'
export { closeTrace, readSpan, readTrace, readTraceOutline } from './traces.ts'
export { trackGroup, trackMetadata, trackPrompt, trackScore } from './tracking.ts'
export { requestWebsocketToken } from './websocket-token.ts'
export {
  cancelWorkflowRun,
  listWorkflowRuns,
  readWorkflowResults,
  readWorkflowRun,
  runWorkflow,
} from './workflow-runs.ts'
export { createWorkflow, patchWorkflow } from './workflows.ts'
export { readWorkspace, updateWorkspace } from './workspace.ts'
