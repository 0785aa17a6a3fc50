import type { Fields } from '../../json/fields.ts'
import { without } from './common/json.ts'

/** Arguments that name the model. */
const MODEL = ['model', 'model_id', 'engine']

/** Arguments that some SDK clients take with the call and that must not be kept or shown. */
const CREDENTIALS = [
  'api_key',
  'aws_access_key',
  'aws_secret_key',
  'aws_session_token',
  'azure_ad_token',
  'extra_headers',
]

const UNTUNED = [...MODEL, ...CREDENTIALS]

/** The arguments that tune a call. */
export const tuningOf = (kwargs: Fields): Fields => without(kwargs, UNTUNED)

/** Parameters as the dashboard shows them: numbers as text, everything else as it is. */
export const displayParams = (parameters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  )
