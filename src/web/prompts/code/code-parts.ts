export interface Sample {
  readonly name: string
  readonly selector: { readonly label: string } | { readonly version: number }
  readonly variables: Readonly<Record<string, unknown>>
  /** The metadata by which a dynamic label chooses the version; absent for other selectors. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** The number of the version that the label or version number currently means. */
  readonly version: number
  readonly provider: string
  readonly model: string
  readonly isResponses: boolean
}

export type SampleWriter = (origin: string, sample: Sample) => string

export const json = (value: unknown, indent = 0) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)

/** A value as a literal of Python. */
export function python(value: unknown, indent = 0): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = ' '.repeat(indent + 4)
  const parts = Array.isArray(value)
    ? value.map((item) => python(item, indent + 4))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${python(item, indent + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** A text for use inside single quotes of a shell. */
const shellQuoted = (text: string) => text.replaceAll("'", "'\\''")

export const curl = (address: string, body: unknown) => `curl ${address} \\
  -H "X-API-KEY: $API_KEY" -H 'Content-Type: application/json' \\
  -d '${shellQuoted(json(body))}'`

export const readBody = ({ selector, variables, metadata }: Sample) => ({
  ...selector,
  input_variables: variables,
  ...(metadata && { metadata_filters: metadata }),
})
export const readAddress = (origin: string, { name }: Sample) =>
  `${origin}/prompt-templates/${encodeURIComponent(name).replaceAll("'", '%27')}`

export const javascriptPost = (constant: string, address: string, body: string) =>
  `const ${constant} = await post(${JSON.stringify(address)}, ${body})`

export const javascriptHelper = `async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-KEY': process.env.API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}`

export const pythonHelper = `def post(url, body):
    response = requests.post(url, json=body, headers={"X-API-KEY": os.environ["API_KEY"]})
    answer = response.json()
    if not response.ok:
        raise RuntimeError(answer["message"])
    return answer`
