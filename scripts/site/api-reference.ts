interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly [limit: string]: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly description?: string; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface ApiPage {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly text: string
}

interface Field {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** One page for each area of the API, with every operation. */
export function apiPages(document: OpenApi): ApiPage[] {
  return document.tags.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags?.[0] === name)
        .map(([method, operation]) => printOperation(document, method.toUpperCase(), path, operation)),
    )
    const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
    return { slug: `api/${name}`, title, description, text: `${description}\n\n${operations.join('\n')}` }
  })
}

/** Escapes tags: descriptions are plain text, so `<name>` is a placeholder, not a tag of HTML. */
const escaped = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', ' ')

function printOperation(document: OpenApi, method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const parts = [`## ${escaped(summary)}`, `\`${method} ${path}\``]
  if (description) parts.push(escaped(description))
  if (parameters.length > 0)
    parts.push(
      '**Parameters**',
      table(
        document,
        parameters.map(ofParameter),
        parameters.map((parameter) => parameter.in),
      ),
    )
  for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
    const fields = fieldsOf(document, schema)
    parts.push(
      `**Body** (\`${type}\`)${requestBody?.description ? `: ${escaped(requestBody.description)}` : ''}`,
    )
    if (fields.length > 0) parts.push(table(document, fields))
    if (example !== undefined) parts.push(fenced(example))
  }
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      `| ${status} | ${escaped(answer.description)} | ${fieldNames(document, answer.content)} |`,
  )
  parts.push('**Answers**', `| status | meaning | fields |\n|---|---|---|\n${answers.join('\n')}`)
  return `${parts.join('\n\n')}\n`
}

const ofParameter = ({ name, schema, required = false, description }: Parameter): Field => ({
  name,
  schema: description ? { ...schema, description } : schema,
  isRequired: required,
})

/** Most lines of JSON in an example; longer examples are cut. */
const maxExampleLines = 40

function fenced(example: unknown): string {
  const lines = JSON.stringify(example, null, 2).split('\n')
  const shown = lines.length > maxExampleLines ? [...lines.slice(0, maxExampleLines), '…'] : lines
  return `\`\`\`json\n${shown.join('\n')}\n\`\`\``
}

function table(document: OpenApi, fields: readonly Field[], places?: readonly string[]): string {
  const head = places
    ? '| name | in | type | meaning |\n|---|---|---|---|'
    : '| field | type | meaning |\n|---|---|---|'
  const rows = fields.map(({ name, schema, isRequired }, index) => {
    const cells = [`\`${name}\`${isRequired ? ' *' : ''}`, ...(places ? [places[index]] : [])]
    return `| ${[...cells, typeOf(document, schema), meaningOf(document, schema)].join(' | ')} |`
  })
  const note = fields.some(({ isRequired }) => isRequired) ? '\n\n\\* required' : ''
  return `${head}\n${rows.join('\n')}${note}`
}

function resolved({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name ? (components.schemas[name] ?? schema) : schema
}

function fieldsOf(document: OpenApi, schema: Schema | undefined): Field[] {
  if (!schema) return []
  const { properties = {}, required = [], allOf, anyOf, oneOf } = resolved(document, schema)
  const own = Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }))
  const others = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].flatMap((alternative) =>
    fieldsOf(document, alternative),
  )
  return [...new Map([...others, ...own].map((field) => [field.name, field])).values()]
}

function fieldNames(document: OpenApi, content: Readonly<Record<string, Media>> | undefined): string {
  const names = Object.values(content ?? {}).flatMap(({ schema }) =>
    fieldsOf(document, schema).map(({ name }) => `\`${name}\``),
  )
  return [...new Set(names)].join(', ')
}

const maxChoices = 12

function typeOf(document: OpenApi, schema: Schema): string {
  const target = resolved(document, schema)
  if (target.const !== undefined) return `\`${JSON.stringify(target.const)}\``
  if (target.enum) {
    const more = target.enum.length > maxChoices ? ', …' : ''
    return (
      target.enum
        .slice(0, maxChoices)
        .map((value) => `\`${JSON.stringify(value)}\``)
        .join(', ') + more
    )
  }
  const choices = target.anyOf ?? target.oneOf
  if (choices)
    return [...new Set(choices.map((choice) => typeOf(document, choice)))].slice(0, maxChoices).join(' or ')
  if (target.type === 'array') return `list of ${target.items ? typeOf(document, target.items) : 'values'}`
  if (Array.isArray(target.type)) return target.type.join(' or ')
  return (target.type as string | undefined) ?? (target.properties ? 'object' : 'any')
}

const limits: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => (value === 1 ? 'not empty' : `at least ${value} characters`),
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  format: (value) => `${value}`,
  default: (value) => `default \`${JSON.stringify(value)}\``,
}

function meaningOf(document: OpenApi, schema: Schema): string {
  const merged = { ...resolved(document, schema), ...schema }
  // Bounds of the number type itself are left out.
  const bounds = Object.entries(limits).flatMap(([name, print]) => {
    const value = merged[name]
    return value === undefined || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER ? [] : [print(value)]
  })
  return [merged.description && escaped(merged.description), bounds.join(', ')].filter(Boolean).join(' ')
}
