import { z } from 'zod'
import { cleanText } from './kit/index.ts'
import { Moment } from './moment.ts'
import { checkLog, LogRequestFields } from './requests.ts'

/**
 * A request that is logged with its span: as `/log-request` takes it, but times that are missing are the
 * span's, and a template that is not there leaves the request out instead of refusing the call.
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
