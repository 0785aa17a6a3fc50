import { LogRequest } from '../../../src/contract/index.ts'
import { markMasked } from '../../../src/engine/masking/index.ts'
import type { RequestSource } from '../../../src/engine/search/index.ts'
import { originalOf as unpacked } from '../../../src/server/db/index.ts'
import { linkTo, recordOfLog, recordRequest } from '../../../src/server/requests/index.ts'
import { type Api, bodyOf } from '../../kit/api.ts'
import type { TestApp } from '../../kit/app.ts'
import { chat, message, user } from './templates.ts'

/** The smallest log call, with extra fields. */
export const logCall = (rest: object = {}) => ({
  provider: 'openai',
  model: 'gpt-4o-mini',
  input: chat(user('Hi')),
  output: chat(message('assistant', 'Hello.')),
  request_start_time: '2026-11-20T10:00:00Z',
  request_end_time: '2026-11-20T10:00:01Z',
  ...rest,
})

/** Logs a request. Returns its id. */
export async function log(api: Api, rest: object = {}): Promise<number> {
  return bodyOf(await api.post('/log-request', logCall(rest))).id
}

/** Stores a request as the feature of this source does. Returns its id. */
export async function logFrom(app: TestApp, source: RequestSource, rest: object = {}): Promise<number> {
  const { context } = app
  const body = logCall(rest)
  const { prompt_id: id, prompt_version_number: version } = LogRequest.parse(body)
  const { workspace } = (await app.api.get('/api/public/v2/workspace')).body
  const recorded = await recordRequest(
    context,
    workspace.id,
    markMasked({
      ...recordOfLog(LogRequest.parse(body)),
      source,
      link: await linkTo(context.store.db, workspace.id, { id, version }),
      original: Buffer.from(JSON.stringify(body)),
    }),
  )
  await context.store.append(recorded.statements)
  return recorded.id
}

export async function readBack(api: Api, id: number) {
  return bodyOf(await api.get(`/api/public/v2/requests/${id}`))
}

/** The stored body of a request. */
export async function originalOf({ context }: TestApp, id: number): Promise<Buffer> {
  const row = await context.store.db
    .selectFrom('request_payloads')
    .select('payload')
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  return unpacked(row.payload)
}

/** Role and texts of each message of a blueprint. */
export const messageLines = (blueprint: {
  prompt_template: { messages: { role: string; content: { text: string }[] | null }[] }
}): string[] =>
  blueprint.prompt_template.messages.map(
    ({ role, content }) => `${role}: ${(content ?? []).map((block) => block.text).join('')}`,
  )
