import { z } from 'zod'
import { cleanText } from '../kit/index.ts'
import { Moment } from '../moment.ts'
import { checkLog, LogRequestFields } from '../requests/requests.ts'

/**
 * A request logged with its span, as for `/log-request`. Missing times are the span's; an unknown template is left out
 * of the request instead of refusing the call.
 */
export const SpanLog = LogRequestFields.extend({
  request_start_time: Moment.nullish(),
  request_end_time: Moment.nullish(),
  prompt_name: cleanText.nullish().default(null),
  prompt_id: z.int().positive().nullish().default(null),
})
  .check(checkLog)
  .meta({ id: 'SpanLogRequest' })
export type SpanLog = z.output<typeof SpanLog>
