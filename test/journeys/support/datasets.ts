import { type Api, bodyOf } from '../../kit/api.ts'
import { until } from '../../kit/until.ts'

export const v2 = '/api/public/v2'
export const versions = `${v2}/dataset-versions`

export async function newGroup(api: Api, name: string): Promise<number> {
  return bodyOf(await api.post(`${v2}/dataset-groups`, { name }), 201).dataset_group.id
}

/** Logs a request with these variables. Returns its id. */
export async function logWithVariables(api: Api, variables: object, answer = 'Hello'): Promise<number> {
  const text = (content: string) => [{ type: 'text', text: content }]
  const body = {
    provider: 'openai',
    model: 'gpt-4o-mini',
    input: { type: 'chat', messages: [{ role: 'user', content: text('Hi') }] },
    output: { type: 'chat', messages: [{ role: 'assistant', content: text(answer) }] },
    request_start_time: '2026-01-01T00:00:00Z',
    request_end_time: '2026-01-01T00:00:01Z',
    prompt_input_variables: variables,
  }
  return bodyOf(await api.post('/log-request', body)).id
}

/** Makes a dataset group whose version 1 has these rows. */
export async function publishedGroup(api: Api, name: string, rows: readonly object[]): Promise<number> {
  const dataset_group_id = await newGroup(api, name)
  for (const row of rows) {
    const request_log_id = await logWithVariables(api, row)
    bodyOf(await api.post(`${versions}/add-request-log`, { dataset_group_id, request_log_id }), 201)
  }
  bodyOf(await api.post(`${versions}/save-draft`, { dataset_group_id }), 202)
  return dataset_group_id
}

export async function datasetsOf(api: Api, group: number) {
  const path = `${v2}/datasets?dataset_group_id=${group}&sort_by=id&sort_order=asc`
  return bodyOf(await api.get(path)).datasets
}

/** Waits for the end of a report. Returns the report. */
export async function finishedReport(api: Api, report: number) {
  return until(
    async () => bodyOf(await api.get(`/reports/${report}`)),
    ({ status }) => status === 'COMPLETED',
  )
}

export async function rowsOf(api: Api, report: number) {
  return bodyOf(await api.get(`${v2}/evaluations/${report}/rows?per_page=100`))
}
