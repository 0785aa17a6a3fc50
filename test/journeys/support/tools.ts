import { type Api, bodyOf } from '../../kit/api.ts'

export const toolsPath = '/api/public/v2/tool-registry'
export const toolPath = (identifier: string | number) => `${toolsPath}/${encodeURIComponent(identifier)}`

/** A function with one argument, in OpenAI's form. */
export const functionTool = (name: string, description = 'Does something') => ({
  type: 'function' as const,
  function: {
    name,
    description,
    strict: false,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
})

export const javascript = (code: string) => ({ type: 'code' as const, language: 'javascript' as const, code })
export const python = (code: string) => ({ type: 'code' as const, language: 'python' as const, code })

/** Creates a tool. Returns the body of the answer. */
export async function createTool(api: Api, name: string, fields: object = {}) {
  const body = { name, tool_definition: functionTool(name), ...fields }
  return bodyOf(await api.post(toolsPath, body), 201)
}

export async function addVersion(api: Api, identifier: string | number, fields: object) {
  return bodyOf(await api.post(`${toolPath(identifier)}/versions`, fields), 201).version
}

export async function createLabel(api: Api, identifier: string | number, name: string, version: number) {
  return bodyOf(await api.post(`${toolPath(identifier)}/labels`, { name, version_number: version }), 201)
    .label
}
