import { z } from 'zod'
import { readMoment } from '../engine/moment.ts'

/** A point in time on the wire; parsed to milliseconds since 1970. */
export const Moment = z
  .union([z.string(), z.number()])
  .transform((value, context) => {
    const milliseconds = readMoment(value)
    if (milliseconds !== undefined) return milliseconds
    context.addIssue('must be an ISO 8601 date-time, or epoch seconds or milliseconds, from 1970 to 9999')
    return z.NEVER
  })
  .meta({ wire: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'number' }] } })
