import { LogRequest } from '../../../contract/index.ts'
import { detailsOf } from '../../../engine/details.ts'
import { maxDataValues } from '../../../engine/limits.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseJson } from '../../http/json.ts'
import { validate } from '../../http/validation.ts'
import { withoutApiKey } from '../original.ts'
import { blueprintOf, recordOfLog } from '../record-of-log.ts'
import { type CallIdentity, callIdentity } from '../record-once.ts'
import { type StoredContent, storedContentOf } from '../stored-content.ts'

export const logOperation = 'log-request'

export interface UnreadLog {
  readonly original: Buffer
  readonly dialect: 'sqlite' | 'postgres'
  /** The idempotency key of the call. */
  readonly key: string | null
}

/** A logged body, parsed to values that can be sent between threads. */
export interface ReadLog {
  readonly record: Omit<ReturnType<typeof recordOfLog>, 'input' | 'output' | 'variables' | 'metadata'>
  /** JSON text, because exact numbers are instances of a class. */
  readonly metadata: string
  readonly mention: ReturnType<typeof mentionIn>
  readonly stored: StoredContent
  readonly identity: CallIdentity | null
  /** JSON of the answer without its id, which `withId` inserts. */
  readonly answer: Uint8Array<ArrayBuffer>
}

/** Bytes that are left before the answer for its bracket and id. */
const roomForId = 32

/** Inserts the id in place, because copying some MB would make V8 collect garbage more often. */
export function withId({ buffer }: Uint8Array<ArrayBuffer>, id: number): Buffer<ArrayBuffer> {
  const head = `{"id":${id},`
  const answer = Buffer.from(buffer, roomForId - head.length)
  answer.write(head, 'latin1')
  return answer
}

/** @throws Refusal if the body is no valid log call. */
export function parseLog(original: Buffer): LogRequest {
  const json = parseJson(original, 'logged', maxDataValues)
  const { data, error } = validate(LogRequest, json, original.length)
  if (error) throw new Refusal('invalid', 'The body is not valid.', { issues: detailsOf(error, ['body']) })
  return data
}

/** @throws Refusal if the body is no valid log call. */
export async function readLog({ original: received, dialect, key }: UnreadLog): Promise<ReadLog> {
  const body = parseLog(received)
  const { input, output, variables, metadata, ...record } = recordOfLog(body)
  const original = withoutApiKey(received, body)
  const content = { ...record, input, output, variables, metadata, original }
  return {
    record,
    metadata: JSON.stringify(metadata),
    mention: mentionIn(body),
    stored: await storedContentOf(content, dialect),
    identity: callIdentity(key, logOperation, original),
    answer: new TextEncoder().encode(' '.repeat(roomForId) + JSON.stringify(restOfAnswer(body)).slice(1)),
  }
}

/** The template that the log call names. */
export const mentionIn = (body: LogRequest) => ({
  id: body.prompt_id,
  name: body.prompt_name,
  version: body.prompt_version_number,
})

export const restOfAnswer = (body: LogRequest) => ({
  prompt_version: blueprintOf(body),
  status: body.status,
  error_type: body.error_type ?? null,
  error_message: body.error_message ?? null,
})
