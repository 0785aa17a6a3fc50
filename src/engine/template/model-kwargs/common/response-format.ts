import { isRecord, type Kwargs, recordOf } from './kwargs.ts'

/** Structured output as the blueprint has it: OpenAI chat's response_format (reference 4.6). */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; description: unknown; strict: unknown; schema: Kwargs }

/** The response_format among the parameters, or null when there is none or it is of another kind. */
export const responseFormatOf = (parameters: Kwargs): ResponseFormat | null => {
  const format = recordOf(parameters['response_format'])
  switch (format['type']) {
    case 'text':
    case 'json_object':
      return { type: format['type'] }
    case 'json_schema': {
      const named = recordOf(format['json_schema'])
      return {
        type: 'json_schema',
        name: typeof named['name'] === 'string' ? named['name'] : 'response',
        description: named['description'],
        strict: named['strict'],
        schema: isRecord(named['schema']) ? named['schema'] : recordOf(format['schema']),
      }
    }
    default:
      return null
  }
}
