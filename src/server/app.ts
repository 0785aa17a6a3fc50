import type { FastifyInstance } from 'fastify'
import { type Endpoint, endpoints } from '../contract/index.ts'
import { mediaHandlers } from './bodies/index.ts'
import { copyOf } from './clickhouse-copy/index.ts'
import { commentHandlers, rowIndexesOfSubject } from './comments/index.ts'
import { connectionHandlers } from './connections/index.ts'
import type { Context } from './context.ts'
import { dashboardHandlers } from './dashboards/index.ts'
import { datasetHandlers, datasetsInFolders, fillDatasets } from './datasets/index.ts'
import { serveOtlpGrpc } from './edge/index.ts'
import { environmentHandlers } from './environment/index.ts'
import { erasureHandlers, erasureJobs } from './erasure/index.ts'
import { folderHandlers } from './folders/index.ts'
import { serveHealth } from './health-routes.ts'
import { writeAccessLog } from './http/access-log.ts'
import { BodyLimiter } from './http/body/body-limiter.ts'
import { CallTurns } from './http/call-turns.ts'
import { serveDocs } from './http/docs.ts'
import { greedyPaths, methodsAt } from './http/greedy-paths.ts'
import type { HandlerOf, Handlers } from './http/handler.ts'
import { serveHelp } from './http/help.ts'
import { KeyRates } from './http/key-rates.ts'
import { openApiOf } from './http/openapi.ts'
import { mount } from './http/router.ts'
import type { Routing } from './http/routing.ts'
import { createServer } from './http/server.ts'
import { serveWebApp } from './http/web-app.ts'
import { inboxHandlers } from './inbox/index.ts'
import { inputVariableSetHandlers, inputVariableSetsInFolders } from './input-variable-sets/index.ts'
import { installationHandlers } from './installation/index.ts'
import { type JobHandler, JobWorker } from './jobs/index.ts'
import { createLog, reportError } from './log.ts'
import { logExportHandlers, logExportJobs } from './log-export/index.ts'
import { maskingHandlers } from './masking/index.ts'
import { serveMetrics } from './metrics/index.ts'
import { auditOf, peopleHandlers, serveSingleSignOn, sessionAuthenticator } from './people/index.ts'
import { playgroundHandlers } from './playgrounds/index.ts'
import { priceHandlers } from './prices/index.ts'
import { promptHandlers, promptsInFolders } from './prompts/index.ts'
import { datasetsOfReports, reportHandlers, reportJobs, reportsInFolders } from './reports/index.ts'
import { pendingRequests, requestHandlers } from './requests/index.ts'
import { retentionHandlers, retentionJobs } from './retention/index.ts'
import { operationListeners, runHandlers, runJobs, runsOfSheets } from './runs/index.ts'
import { sampleHandlers, sampleJobs } from './sample/index.ts'
import { scoringHandlers, scoringJobs, scoringOfSheets } from './scoring/index.ts'
import { importsOfSheets, sheetFileHandlers, sheetFileJobs } from './sheet-files/index.ts'
import { type SheetPorts, sheetHandlers } from './sheets/index.ts'
import { skillHandlers } from './skills/index.ts'
import { runningHandlers } from './template-runs/index.ts'
import { toolHandlers } from './tools/index.ts'
import { traceHandlers } from './traces/index.ts'
import { version } from './version.ts'
import {
  isWebsocketRequest,
  serveCompletions,
  workflowHandlers,
  workflowJobs,
  workflowsInFolders,
} from './workflows/index.ts'
import { workspaceDeletionHandlers, workspaceDeletionJobs } from './workspace-deletion/index.ts'
import { auditWatchOf, liveHandlers } from './workspace-events/index.ts'
import { keyAuthenticator, workspaceHandlers } from './workspaces/index.ts'

const allEndpoints: readonly Endpoint[] = Object.values(endpoints)

/** The document that is served at /openapi.json. */
export const emittedOpenApi = () => openApiOf(allEndpoints, version)

/** The kinds of entities that folders hold, each from its room. */
const foldered = [
  promptsInFolders,
  inputVariableSetsInFolders,
  workflowsInFolders,
  datasetsInFolders,
  reportsInFolders,
]

/** The rooms above `sheets` implement the interfaces that it declares. */
const sheetPorts: SheetPorts = { runs: runsOfSheets, scoring: scoringOfSheets, imports: importsOfSheets }

/** All handlers. A missing handler is a compile error. */
function handlers(): Handlers {
  const all: Handlers = {
    ...workspaceHandlers,
    ...workspaceDeletionHandlers,
    ...installationHandlers,
    ...peopleHandlers,
    ...liveHandlers,
    ...promptHandlers,
    ...folderHandlers(foldered),
    ...dashboardHandlers,
    ...requestHandlers,
    ...mediaHandlers,
    ...retentionHandlers,
    ...logExportHandlers,
    ...erasureHandlers,
    ...maskingHandlers,
    ...connectionHandlers,
    ...inputVariableSetHandlers,
    ...playgroundHandlers,
    ...toolHandlers,
    ...environmentHandlers,
    ...skillHandlers,
    ...priceHandlers,
    ...runningHandlers,
    ...sheetHandlers(sheetPorts),
    ...runHandlers,
    ...scoringHandlers,
    ...sheetFileHandlers,
    ...datasetHandlers(datasetsOfReports),
    ...reportHandlers,
    ...traceHandlers,
    ...commentHandlers,
    ...inboxHandlers(rowIndexesOfSubject),
    ...workflowHandlers,
    ...sampleHandlers(() => all),
  }
  return all
}

function jobHandlers(context: Context): readonly JobHandler[] {
  return [
    ...runJobs(context),
    ...sheetFileJobs(context),
    ...scoringJobs(context),
    ...workflowJobs(context),
    fillDatasets(context),
    ...reportJobs(context),
    retentionJobs(context),
    logExportJobs(context),
    erasureJobs(context),
    workspaceDeletionJobs(context),
    sampleJobs(context, handlers()),
  ]
}

/** Runs the jobs of all rooms, beside the application or in its own process. */
export function createWorker(context: Context): JobWorker {
  const { store, jobs, now } = context
  return new JobWorker(store, jobs, jobHandlers(context), { now, report: reportError })
}

export interface AppOptions {
  /** Null: other processes run the jobs. */
  readonly worker?: JobWorker | null
  readonly inspect?: Routing['inspect']
  /** False while the first workspace is created. */
  readonly isReady?: () => boolean
  /** True after the stop signal. */
  readonly isStopping?: () => boolean
}

/** Builds the HTTP application over a context; the caller makes it listen. */
export function createApp(
  context: Context,
  { inspect, isReady = () => true, isStopping = () => false, worker = null }: AppOptions = {},
): FastifyInstance {
  const log = createLog(context.config.logLevel)
  const app = createServer({
    trustProxy: context.config.trustProxy,
    rewrite: greedyPaths(allEndpoints),
    isUpgrade: isWebsocketRequest,
    methodsAt: methodsAt(allEndpoints),
  })
  if (context.config.accessLog) writeAccessLog(app, (line) => process.stdout.write(line))
  const all = handlers() as unknown as Record<string, HandlerOf<Endpoint>>
  const load = () => ({ ...context.store.waiting(), unindexed: pendingRequests(context.store) })
  const copyStatus = async () =>
    (await copyOf(context.store)
      ?.status()
      .catch(() => null)) ?? null
  serveMetrics(app, { context, load, copyStatus, worker })
  serveOtlpGrpc(app, context.config, endpoints.exportTraces.bodyLimit!)
  const routing: Routing = {
    context,
    authenticate: {
      byKey: keyAuthenticator(context.store, context.now),
      bySession: sessionAuthenticator(context.store, context.now),
    },
    bodyLimiter: new BodyLimiter(),
    callTurns: new CallTurns(),
    keyRates: new KeyRates(context.config.keyRequestsPerMinute, () => performance.now()),
    load,
    log,
    audit: auditOf(all, context.now, (workspace, id) => auditWatchOf(context).recorded(workspace, id)),
    inspect,
  }
  for (const [name, endpoint] of Object.entries(endpoints))
    mount(app, routing, endpoint as Endpoint, all[name]!)

  // Created at the first call, because the document takes 40 MB.
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(emittedOpenApi())
    return reply.type('application/json; charset=utf-8').send(document)
  })
  serveHealth(app, context, { isReady, isStopping, copyStatus, worker })
  app.addHook('preClose', async () => context.changes.close())
  serveCompletions(app, context, operationListeners())
  serveDocs(app)
  serveHelp(app)
  serveSingleSignOn(app, context, log)
  serveWebApp(app)
  return app
}
