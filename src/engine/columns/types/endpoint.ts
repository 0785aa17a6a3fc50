import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { choice, number } from '../config/fields.ts'
import { configReader } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { need, value } from '../steps.ts'
import { isObject, jsonOrText } from '../values/coercions.ts'

const address = /^https?:\/\/[^\s/?#]+[^\s]*$/i
const MAX_SECONDS = 360
const STANDARD_SECONDS = 30
const MAX_SHOWN = 500

const schema = z.looseObject({
  url: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required.' : 'must be an address.') })
    .max(8_000, 'is too long.')
    .refine(isAddress, 'must be an http or https address.'),
  headers: z
    .record(z.string().min(1).max(200), z.string().max(8_000), 'must be an object of texts.')
    .nullish(),
  timeout: number.positive('must be above 0.').max(MAX_SECONDS, `must be at most ${MAX_SECONDS}.`).nullish(),
  /** Not in PromptLayer. `wrapped` sends `{"data": row}`. */
  payload: choice(['flat', 'wrapped']).nullish(),
})

/** Posts the row to an address; the answer is the value. */
export const endpoint = defineColumn<z.output<typeof schema>>({
  type: 'ENDPOINT',
  cost: 'external',
  score: () => 'by-value',
  config: configReader(schema),
  dependsOn: () => [],
  seesRow: () => true,
  evaluator: (config) => ({
    prepare(inputs) {
      const row = inputs.row()
      return need({
        kind: 'http',
        url: config.url,
        headers: config.headers ?? {},
        body: config.payload === 'wrapped' ? { data: row } : row,
        timeoutMilliseconds: Math.round((config.timeout ?? STANDARD_SECONDS) * 1_000),
      })
    },
    complete(_inputs, _state, answer) {
      if (!answer.ok) return failedWith(answer.failure)
      const { status, body } = isObject(answer.value) ? answer.value : {}
      if (typeof status !== 'number') return failed('bad_answer', 'There was no answer.')
      if (status < 200 || status > 299) {
        return failed('http_status', `The address answered ${status}: ${shown(body ?? null)}`)
      }
      return value(typeof body === 'string' ? jsonOrText(body) : (body ?? null))
    },
  }),
})

function isAddress(text: string): boolean {
  return address.test(text)
}

function shown(body: Json): string {
  return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, MAX_SHOWN)
}
