import { setTimeout as sleep } from 'node:timers/promises'
import type { SampleRow } from '../db/index.ts'
import { type Invoke, unlessAbsent } from '../http/invoke.ts'
import {
  evaluationColumns,
  evaluationSteps,
  makeAnswers,
  makeRequests,
  makeTickets,
  makeTraces,
  promptPublications,
  Random,
  sampleTiles,
} from './content/index.ts'
import { makePlayground } from './make-playground.ts'
import { makeWorkflow } from './make-workflow.ts'
import {
  dashboardName,
  entitiesOf,
  folderName,
  type SampleEntities,
  sampleTag,
  tableTitle,
} from './sample.ts'

const ticketCount = 60
const requestCount = 240
const requestsPerStep = 12
const pollMilliseconds = 100

export interface LoadProgress {
  /** Saves the progress, with the ids of created entities. @throws LeaseLost if another process is loading. */
  save(entities: SampleEntities, stepsDone: number): Promise<unknown>
  readonly signal: AbortSignal
}

/** The number of steps of loading, for the progress. */
export const loadSteps = 1 + promptPublications.length + Math.ceil(requestCount / requestsPerStep) + 12

/**
 * Creates the sample with operations of the contract. After an interrupted attempt, the next one finds the created
 * entities: prompts, workflow, folder, table, dashboard and playground by their names, requests by idempotency keys, and
 * the traces by their ids.
 */
export class SampleLoad {
  readonly #invoke: Invoke
  readonly #row: SampleRow
  readonly #progress: LoadProgress
  readonly #entities: SampleEntities
  readonly #random = new Random(7)
  readonly #tickets = makeTickets(this.#random, ticketCount)
  #stepsDone = 0

  constructor(invoke: Invoke, row: SampleRow, progress: LoadProgress) {
    this.#invoke = invoke
    this.#row = row
    this.#progress = progress
    this.#entities = entitiesOf(row)
  }

  async run(): Promise<SampleEntities> {
    await this.#makeFolder()
    await this.#publishPrompts()
    await this.#logRequests()
    await this.#storeTraces()
    const sheet = await this.#makeTable()
    await this.#evaluate(sheet)
    await this.#makeDashboard(sheet)
    const { folder } = this.#entities
    await this.#step({ workflow: await makeWorkflow(this.#invoke, folder, (check) => this.#until(check)) })
    await this.#step({ playground: await makePlayground(this.#invoke, this.#row, this.#tickets) })
    return this.#entities
  }

  async #step(change: Partial<SampleEntities> = {}): Promise<void> {
    this.#progress.signal.throwIfAborted()
    this.#stepsDone++
    Object.assign(this.#entities, change)
    await this.#progress.save(this.#entities, this.#stepsDone)
  }

  async #makeFolder(): Promise<void> {
    const folder = await unlessAbsent(this.#invoke('resolveFolderId', { query: { path: folderName } }))
    const id = folder?.id ?? (await this.#invoke('createFolder', { body: { name: folderName } })).folder.id
    await this.#step({ folder: id })
  }

  async #publishPrompts(): Promise<void> {
    const versions = new Map<string, number>()
    for (const { prompt_template: template, ...publication } of promptPublications) {
      const name = template.prompt_name
      const version = (versions.get(name) ?? 0) + 1
      versions.set(name, version)
      const stored = await this.#storedPrompt(name)
      const id =
        stored !== null && stored.version >= version
          ? stored.id
          : (
              await this.#invoke('publishTemplate', {
                body: {
                  ...publication,
                  prompt_template: {
                    ...template,
                    folder_id: this.#entities.folder,
                    tags: [sampleTag, ...template.tags],
                  },
                },
              })
            ).id
      const otherPrompts = this.#entities.prompts.filter((prompt) => prompt.id !== id)
      await this.#step({ prompts: [...otherPrompts, { id, name, version }] })
    }
  }

  async #storedPrompt(name: string): Promise<{ id: number; version: number } | null> {
    const { prompts } = await this.#invoke('listPrompts', { query: { name, per_page: 100 } })
    const prompt = prompts.find((prompt) => prompt.name === name)
    return prompt ? { id: prompt.id, version: prompt.latest_version } : null
  }

  async #logRequests(): Promise<void> {
    const { load_id: load, started_at: now } = this.#row
    const requests = makeRequests(this.#random, this.#tickets, requestCount, now)
    for (let from = 0; from < requests.length; from += requestsPerStep) {
      const ids = await Promise.all(
        requests.slice(from, from + requestsPerStep).map(async ({ body, score }, index) => {
          const { id } = await this.#invoke('logRequest', {
            body: { ...body, tags: [sampleTag, ...body.tags] },
            idempotencyKey: `${load}-${from + index}`,
          })
          if (score !== null)
            await this.#invoke('trackScore', { body: { request_id: id, score, name: 'helpful' } })
          return id
        }),
      )
      await this.#step({ requests: this.#requestsWith(ids) })
    }
  }

  async #storeTraces(): Promise<void> {
    const traces = makeTraces(this.#row.load_id, this.#row.started_at)
    const { request_logs: calls } = await this.#invoke('createSpans', {
      body: { spans: traces.flatMap(({ spans }) => spans) },
    })
    const requests = this.#requestsWith((calls ?? []).map(({ id }) => Number(id)))
    await this.#step({ traces: traces.map(({ traceId }) => traceId), requests })
  }

  /** An earlier attempt may have saved some of these ids. */
  #requestsWith(ids: readonly number[]): number[] {
    return [...new Set([...this.#entities.requests, ...ids])]
  }

  /**
   * Creates a sheet with the tickets and the answers of version 2. If an interrupted attempt left a table, it is
   * deleted first.
   */
  async #makeTable(): Promise<SampleSheet> {
    const { data } = await this.#invoke('listTables', { query: { name: tableTitle, limit: 100 } })
    for (const { id, title, created_at } of data)
      if (title === tableTitle && Date.parse(created_at) >= this.#row.started_at)
        await this.#invoke('deleteTable', { params: { table_id: id } })
    const created = await this.#invoke('createTable', {
      body: { title: tableTitle, folder_id: this.#entities.folder },
    })
    const params = { table_id: created.table.id, sheet_id: created.default_sheet!.id }
    await this.#step({ table: { id: params.table_id, sheet: params.sheet_id, version: null } })
    const columns = await this.#addColumns(params)
    const answers = makeAnswers(this.#random, this.#tickets, 2)
    const added = await this.#invoke('addRows', {
      params,
      body: {
        count: this.#tickets.length,
        values: this.#tickets.map(({ text, plan, category }, index) => ({
          [columns.get('ticket')!]: text,
          [columns.get('plan')!]: plan,
          [columns.get('expected')!]: category,
          [columns.get('triage')!]: answers[index]!.triage,
          [columns.get('reply')!]: answers[index]!.reply,
        })),
      },
    })
    await this.#step()
    const cellsOf = (title: string) => added.rows.map(({ cells }) => cells[columns.get(title)!]!.id)
    return { params, triage: cellsOf('triage'), reply: cellsOf('reply') }
  }

  async #addColumns(params: SampleSheet['params']): Promise<ReadonlyMap<string, string>> {
    const columns = new Map<string, string>()
    const { data } = await this.#invoke('listColumns', { params, query: {} })
    const firstColumn = data[0]!.id
    await this.#invoke('updateColumn', {
      params: { ...params, column_id: firstColumn },
      body: { title: 'ticket' },
    })
    columns.set('ticket', firstColumn)
    const { rows } = await this.#invoke('readSheet', { params }).then(({ sheet }) => ({
      rows: sheet.row_count,
    }))
    if (rows > 0)
      await this.#invoke('deleteRows', {
        params,
        body: { row_indices: Array.from({ length: rows }, (_none, index) => index) },
      })
    for (const title of ['plan', 'expected', 'triage', 'reply']) {
      const { column } = await this.#invoke('createColumn', { params, body: { title, type: 'TEXT' } })
      columns.set(title, column.id)
    }
    // New columns of a sheet are not computed by themselves while it has no rows.
    for (const [title, type, config] of evaluationColumns) {
      const { column } = await this.#invoke('createColumn', { params, body: { title, type, config } })
      columns.set(title, column.id)
    }
    return columns
  }

  /** Scores version 2, saves it as a version of the sheet, and scores version 3. */
  async #evaluate({ params, triage, reply }: SampleSheet): Promise<void> {
    await this.#invoke('configureScorecard', {
      params,
      body: {
        name: 'Triage quality',
        evaluated_column_ids: [],
        steps: evaluationSteps.map((step) => ({ ...step })),
        aggregation: {
          method: 'weighted_mean',
          required_step_failure_behavior: 'fail',
          pass_threshold: 0.8,
          warn_threshold: 0.6,
        },
      },
    })
    await this.#runAndScore(params)
    await this.#invoke('createSheetVersion', { params, body: { name: 'Prompts of last week' } })
    const answers = makeAnswers(this.#random, this.#tickets, 3)
    const cells = answers.flatMap((answer, index) => [
      { cell_id: triage[index]!, value: answer.triage },
      { cell_id: reply[index]!, value: answer.reply },
    ])
    await this.#invoke('updateCells', { params, body: { cells } })
    await this.#step()
    await this.#runAndScore(params)
    await this.#invoke('createSheetVersion', { params, body: { name: 'Prompts of today' } })
    const { sheet } = await this.#invoke('readSheet', { params })
    await this.#step({ table: { id: params.table_id, sheet: params.sheet_id, version: sheet.version_count } })
  }

  async #runAndScore(params: SampleSheet['params']): Promise<void> {
    const run = await this.#startRun(params)
    if (run !== null)
      await this.#until(async () => {
        const { operation } = await this.#invoke('readOperation', {
          params: { ...params, operation_id: run },
        })
        return !['queued', 'running'].includes(operation.status)
      })
    await this.#step()
    const { calculation_id } = await this.#invoke('recalculateScorecard', { params, body: {} })
    await this.#until(async () => {
      const { calculation } = await this.#invoke('readScorecardCalculation', {
        params: { ...params, calculation_id },
      })
      return !['queued', 'running'].includes(calculation.status)
    })
    await this.#step()
  }

  /** Starts a run and returns its id; null if there are no cells to compute. */
  async #startRun(params: SampleSheet['params'], confirmation_token?: string): Promise<string | null> {
    const started = await this.#invoke('createOperation', { params, body: { confirmation_token } })
    if ('requires_confirmation' in started) return this.#startRun(params, started.confirmation_token)
    return 'operation_id' in started ? started.operation_id : null
  }

  async #until(hasEnded: () => Promise<boolean>): Promise<void> {
    while (!(await hasEnded())) await sleep(pollMilliseconds, undefined, { signal: this.#progress.signal })
  }

  async #makeDashboard({ params }: SampleSheet): Promise<void> {
    const { dashboards } = await this.#invoke('listDashboards', { query: { name: dashboardName } })
    const existing = dashboards.find(({ name }) => name === dashboardName)
    const dashboard = existing
      ? { id: existing.id, revision: 1 }
      : (
          await this.#invoke('createDashboard', {
            body: { name: dashboardName, since_hours: 7 * 24, tiles: sampleTiles(params) },
          })
        ).dashboard
    await this.#step({ dashboard: { id: dashboard.id, revision: dashboard.revision } })
  }
}

interface SampleSheet {
  readonly params: { readonly table_id: string; readonly sheet_id: string }
  /** The ids of the cells, by row. */
  readonly triage: readonly string[]
  readonly reply: readonly string[]
}
