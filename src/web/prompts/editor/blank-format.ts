/** A response format without properties. */
export const blankFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
}
