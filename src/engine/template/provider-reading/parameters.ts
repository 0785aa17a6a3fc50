import type { Fields } from '../../json/fields.ts'
import { without } from './common/json.ts'

/** Arguments that name the model. */
const MODEL = ['model', 'model_id', 'engine']

/** Credentials among the arguments, which must not be stored or shown. */
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

/** Parameters as the dashboard shows them: numbers become text. */
export const displayParams = (parameters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  )
