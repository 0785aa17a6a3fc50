import { z } from 'zod'
import {
  areas,
  defaultBodyLimit,
  defaultStatus,
  type Endpoint,
  errorBodies,
  type MultipartForm,
  sdkStatuses,
} from '../../contract/index.ts'
import { maxJsonDepth, maxListedNumbers, maxLongNumerals, maxValues } from '../../engine/limits.ts'

type Json = Record<string, unknown>

/** Makes the OpenAPI 3.1 document of the contract. */
export function openApiOf(endpoints: readonly Endpoint[], version: string): Json {
  const components: Json = {}
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll('+}', '}')
    paths[path] ??= {}
    paths[path][endpoint.method] = operationOf(endpoint, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version,
      description:
        "Prompt registry, request log and evaluations over PromptLayer's HTTP API. Headers larger than 16 KB are " +
        'refused with 431, methods that an address does not have with 405, both with `success`, `message` and `error`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(areas)
      .map(([name, description]) => ({ name, description }))
      .filter(({ name }) => endpoints.some(({ tags }) => (tags as readonly string[]).includes(name))),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'The API key as the token.' },
        Basic: { type: 'http', scheme: 'basic', description: 'The API key as the password, with any user.' },
      },
    },
    security: [{ ApiKey: [] }],
  }
}

function operationOf(endpoint: Endpoint, components: Json): Json {
  const { id, summary, description, deprecated, body, multipart, example } = endpoint
  const parameters = [
    ...parametersOf('path', endpoint.params, components),
    ...parametersOf('query', endpoint.query, components),
    ...(endpoint.takesIdempotencyKey ? [idempotencyKey] : []),
  ]
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: endpoint.tags,
    ...(deprecated && { deprecated }),
    ...(endpoint.auth === 'none' && { security: [] }),
    ...(endpoint.takesAuthorization && { security: [{ ApiKey: [] }, { Bearer: [] }, { Basic: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        description: bodyNote(endpoint),
        required: !body.safeParse(undefined).success,
        content: {
          'application/json': { schema: schemaOf(body, 'input', components), example: example.body },
          ...(multipart && { 'multipart/form-data': { schema: formSchema(multipart) } }),
        },
      },
    }),
    responses: responsesOf(endpoint, components),
  }
}

function bodyNote({ bodyLimit = defaultBodyLimit, valueLimit = maxValues, streamed }: Endpoint): string {
  const bytes = streamed
    ? `a file of ${streamed.limit} bytes and ${bodyLimit} bytes beside it`
    : `${bodyLimit} bytes`
  return (
    `At most ${bytes}, ${valueLimit} JSON values (fields of objects and items of lists), ${maxListedNumbers} ` +
    `numbers in lists, ${maxLongNumerals} numbers that a double does not hold, ${maxJsonDepth} levels.`
  )
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function parametersOf(location: 'path' | 'query', schema: z.ZodObject | undefined, components: Json): Json[] {
  if (!schema) return []
  const object = schemaOf(schema, 'input', components)
  const required = (object['required'] as string[] | undefined) ?? []
  return Object.entries(object['properties'] as Json).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function responsesOf(endpoint: Endpoint, components: Json): Json {
  const responses: Json = {}
  for (const [status, schema] of Object.entries(endpoint.success))
    responses[status] = schema
      ? { description: successNote(endpoint, Number(status)), ...jsonContent(schema, components) }
      : { description: 'Done; no content.' }
  if (endpoint.download) {
    const { content } = responses[defaultStatus(endpoint)] as { content: Json }
    for (const mediaType of [endpoint.download].flat())
      content[mediaType] = { schema: { type: 'string', format: 'binary' } }
  }
  if (endpoint.events) {
    const { content } = responses[defaultStatus(endpoint)] as { content: Json }
    content['text/event-stream'] = { schema: eventSchema(endpoint.events, components) }
  }
  if (endpoint.etag) responses['304'] = { description: 'Not modified: the ETag matches.' }
  for (const [status, shape] of Object.entries(endpoint.errors))
    responses[status] = {
      description: errorNotes[Number(status)] ?? 'Refused.',
      ...jsonContent(errorBodies[shape], components),
    }
  return responses
}

function jsonContent(schema: z.ZodType, components: Json): { content: Json } {
  return { content: { 'application/json': { schema: schemaOf(schema, 'output', components) } } }
}

function eventSchema(events: NonNullable<Endpoint['events']>, components: Json): Json {
  const names = Object.keys(events).join(', ')
  return {
    type: 'string',
    description: `Server-sent events whose data is JSON: ${names}; the last is end with the answer as JSON, or error.`,
    'x-events': Object.fromEntries(
      Object.entries(events).map(([name, schema]) => [name, schemaOf(schema, 'output', components)]),
    ),
  }
}

function formSchema({ json, file }: MultipartForm): Json {
  const properties = [
    ...json.map((name) => [name, { type: 'string', contentMediaType: 'application/json' }]),
    ...file.map((name) => [name, { type: 'string', format: 'binary' }]),
  ]
  return {
    type: 'object',
    description: `The JSON body as ${json.join(' or ')}, and a file as ${file.join(' or ')}.`,
    properties: Object.fromEntries(properties),
  }
}

function successNote(endpoint: Endpoint, status: number): string {
  const statuses = sdkStatuses[endpoint.id]
  if (!statuses) return status === defaultStatus(endpoint) ? 'Done.' : 'Done; created.'
  return status === statuses.sdk ? 'Done; to clients that send X-SDK-Version.' : 'Done.'
}

const errorNotes: Record<number, string> = {
  400: 'The request is well formed but cannot be carried out.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The role of the caller is not enough.',
  404: 'The workspace of the caller has no such resource.',
  402: 'The budget of the run is used up.',
  409: 'The external id belongs to another entity, or the name is taken.',
  413: 'The body is too large.',
  415: 'This endpoint does not accept the media type of the body.',
  422: 'A field is missing or wrong; `detail` names it.',
  429: 'Too many attempts, or the provider limits the rate of calls.',
  502: 'A provider, an MCP server or the sandbox failed.',
  503: 'Storage is unreachable or overloaded; retry after Retry-After seconds.',
  504: 'A provider or a tool took too long.',
}

/** Schemas with an id become components. A schema whose input and output differ gets two names. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $defs = {},
    $schema: _dialect,
    ...root
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const wire = z.globalRegistry.get(zodSchema)?.wire
      if (wire)
        for (const key of Object.keys(jsonSchema)) if (key !== 'default') delete (jsonSchema as Json)[key]
      Object.assign(jsonSchema, wire)
      delete (jsonSchema as Json)['entity']
      delete (jsonSchema as Json)['wire']
    },
  }) as Json & { $defs?: Json }
  const names = new Map(Object.keys($defs).map((name) => [name, io === 'input' ? `${name}Input` : name]))
  for (const [name, definition] of Object.entries($defs))
    components[names.get(name)!] = renamed(definition, names)
  return renamed(root, names) as Json
}

function renamed(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => renamed(item, names))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'id' || typeof (node as Json)['id'] !== 'string')
      .map(([key, value]) => {
        if (key !== '$ref') return [key, renamed(value, names)]
        const name = String(value).replace('#/$defs/', '')
        return [key, `#/components/schemas/${names.get(name) ?? name}`]
      }),
  )
}
