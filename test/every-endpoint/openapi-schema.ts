import { readFileSync } from 'node:fs'
import type { Endpoint } from '../../src/contract/index.ts'
import { type Place, resolved, type Schema } from './schema.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, unknown> }
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
const cache = new Map<unknown, unknown>()

/** The schema of one part of a request in openapi.json, with references resolved. */
export function documentedSchema({ path, method }: Endpoint, place: Place): Schema | undefined {
  const { parameters = [], requestBody } = document.paths[path.replaceAll('+}', '}')]![method]!
  const schema =
    place === 'body' ? requestBody?.content['application/json'].schema : ofParameters(parameters, place)
  return schema && (resolved(schema, document.components.schemas, cache) as Schema)
}

function ofParameters(parameters: NonNullable<Operation['parameters']>, place: Place): Schema {
  const location = place === 'params' ? 'path' : place
  const own = parameters.filter((parameter) => parameter.in === location)
  return { type: 'object', properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])) }
}
