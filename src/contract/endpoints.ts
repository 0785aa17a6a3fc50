/** All endpoints. The router, the OpenAPI document, the clients and the shared test suite read this list. */

export { createComment, deleteComment, listComments, updateComment } from './comments/comments.ts'
export { listNotifications, readNotifications } from './comments/notifications.ts'
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
} from './external-ids/external-ids.ts'
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
export { findModel, listModels } from './models/models.ts'
export { readPriceLedger, repriceRequests } from './models/price-ledger.ts'
export { changePriceList, listPriceLists } from './models/price-lists.ts'
export {
  createPriceOverride,
  deletePriceOverride,
  listPriceOverrides,
  updatePriceOverride,
} from './models/price-overrides.ts'
export { runTemplate } from './models/running.ts'
export {
  listAccounts,
  listInstallationWorkspaces,
  updateAccount,
  updateInstallationWorkspace,
} from './people/accounts.ts'
export { exportAuditEvents, listAuditEvents } from './people/audit.ts'
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
export { testSignInProvider } from './people/sign-in-provider.ts'
export { createOwnWorkspace } from './people/workspaces.ts'
export {
  createPlayground,
  deletePlayground,
  listPlaygrounds,
  readPlayground,
  updatePlayground,
} from './playgrounds/playgrounds.ts'
export { scoreAnswer } from './playgrounds/scorers.ts'
export { patchTemplate, publishTemplate, upsertTemplate } from './prompts/change.ts'
export { listDeletedPrompts, restorePrompt } from './prompts/deleted-prompts.ts'
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
export { listPrompts, listPromptVersions, renamePrompt } from './prompts/registry.ts'
export {
  askForRelease,
  changeProtectedLabel,
  decideReleaseRequest,
  listProtectedLabels,
  listReleaseRequests,
  protectLabel,
  readReleaseRequest,
  unprotectLabel,
} from './prompts/releases.ts'
export { listPromptScores } from './prompts/scores.ts'
export { readPromptUsage } from './prompts/usage.ts'
export { readRequestAnalytics } from './requests/analytics.ts'
export { readCustomRequestAnalytics } from './requests/charts.ts'
export { readEvents } from './requests/events.ts'
export { downloadRequests, exportRequests } from './requests/export.ts'
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
export { readMedia } from './requests/media.ts'
export { readMetadataSums } from './requests/metadata-sums.ts'
export { logRequest, readRequest, updateRequest } from './requests/requests.ts'
export { searchRequests, suggestRequestValues } from './requests/search.ts'
export { trackGroup, trackMetadata, trackPrompt, trackScore } from './requests/tracking.ts'
export {
  createRequestView,
  deleteRequestView,
  listRequestViews,
  updateRequestView,
} from './requests/views.ts'
export {
  createSkillCollection,
  listSkillCollections,
  readSkillCollection,
  renameSkillCollection,
  saveSkillCollectionVersion,
} from './skills/skills.ts'
export { readCell, updateCell, updateCells } from './tables/cells.ts'
export { createColumn, deleteColumn, duplicateColumn, listColumns, updateColumn } from './tables/columns.ts'
export { compareOutputs, compareSheets } from './tables/comparisons.ts'
export { listDeletedTables, restoreTable } from './tables/deleted-tables.ts'
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
  readModelLimits,
  readOperation,
} from './tables/operations.ts'
export { listLatestTableOverviews, listTableOverviews } from './tables/overviews.ts'
export { recalculateCell, recalculateCells } from './tables/recalculations.ts'
export {
  addRows,
  deleteRows,
  groupRows,
  listRows,
  moveRows,
  queryRows,
  readDistributions,
} from './tables/rows.ts'
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
export {
  createSheetView,
  deleteSheetView,
  listSheetViews,
  updateSheetView,
} from './tables/views.ts'
export { createToolLabel, deleteToolLabel, moveToolLabel } from './tools/labels.ts'
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
export { downloadTraces, exportListedTraces } from './traces/export.ts'
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
export { closeTrace, readSpan, readTrace, readTraceOutline } from './traces/traces.ts'
export { createTraceView, deleteTraceView, listTraceViews, updateTraceView } from './traces/views.ts'
export { listWorkflowLabels, listWorkflows, listWorkflowVersions, readWorkflow } from './workflows/read.ts'
export {
  cancelWorkflowRun,
  listWorkflowRuns,
  readWorkflowResults,
  readWorkflowRun,
  runWorkflow,
} from './workflows/runs.ts'
export { requestWebsocketToken } from './workflows/websocket-token.ts'
export { createWorkflow, patchWorkflow } from './workflows/workflows.ts'
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
export { readSandbox, readStorage } from './workspace/installation.ts'
export { changeLogExport, readLogExport } from './workspace/log-export.ts'
export { changeMasking, dryRunMasking, readMasking, testMasking } from './workspace/masking.ts'
export {
  cancelPersonDeletion,
  listPersonDeletions,
  previewPersonDeletion,
  readPersonDeletion,
  startPersonDeletion,
} from './workspace/person-deletions.ts'
export { changeRetention, previewRetention, readRetention } from './workspace/retention.ts'
export { loadSample, readSample, removeSample } from './workspace/sample.ts'
export { readWorkspace, updateWorkspace } from './workspace/workspace.ts'
