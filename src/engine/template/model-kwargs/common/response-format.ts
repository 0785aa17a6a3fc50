import { fieldsOf, isFields } from '../../../json/fields.ts'
import type { Kwargs } from './kwargs.ts'

/** Structured output in the form of OpenAI chat's response_format (reference 4.6). */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; description: unknown; strict: unknown; schema: Kwargs }

/** The valid response_format of the parameters; null otherwise. */
export const responseFormatOf = (parameters: Kwargs): ResponseFormat | null => {
  const format = fieldsOf(parameters['response_format'])
  switch (format['type']) {
    case 'text':
    case 'json_object':
      return { type: format['type'] }
    case 'json_schema': {
      const schemaFields = fieldsOf(format['json_schema'])
      return {
        type: 'json_schema',
        name: typeof schemaFields['name'] === 'string' ? schemaFields['name'] : 'response',
        description: schemaFields['description'],
        strict: schemaFields['strict'],
        schema: isFields(schemaFields['schema']) ? schemaFields['schema'] : fieldsOf(format['schema']),
      }
    }
    default:
      return null
  }
}
