import { z } from 'zod'
import { readMoment } from '../engine/moment.ts'
import { transformOf } from '../engine/transform-of.ts'
import { nearestDouble } from './kit/index.ts'

const rangeMessage = 'must be an ISO 8601 date-time, or epoch seconds or milliseconds, from 1970 to 9999'

const toMilliseconds = transformOf<string | number, number>((value, issues) => {
  const milliseconds = readMoment(value)
  if (milliseconds !== undefined) return milliseconds
  issues.push({ code: 'custom', message: rangeMessage, input: value })
  return z.NEVER
})

/** A point in time; parsed to milliseconds since 1970. */
export const Moment = z
  .union([z.string(), nearestDouble(z.number())])
  .pipe(toMilliseconds)
  .meta({ wire: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'number' }] } })
