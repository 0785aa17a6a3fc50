type Values = Readonly<Record<string, string>>

export interface FilledHeaders {
  readonly headers: Values
  /** Names of environment variables that are not there. */
  readonly missing: readonly string[]
}

const spellings = {
  dollar: /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
  braces: /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g,
}

/**
 * Puts environment variables in the place of each `${NAME}` (dollar) or `{{NAME}}` (braces); what a value brings is
 * not looked through again.
 */
export function fillHeaders(
  headers: Values,
  environment: Values,
  spelling: keyof typeof spellings = 'dollar',
): FilledHeaders {
  const missing = new Set<string>()
  const filled = Object.entries(headers).map(([header, text]) => {
    const value = text.replace(spellings[spelling], (_, name: string) => {
      if (Object.hasOwn(environment, name)) return environment[name]!
      missing.add(name)
      return ''
    })
    return [header, value]
  })
  return { headers: Object.fromEntries(filled) as Values, missing: [...missing] }
}

/** A text without the values, whoever wrote it: an MCP server may quote what it was sent. */
export function withoutValues(text: string, headers: Values): string {
  return Object.values(headers)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((value) => value.length > 3)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, '***'), text)
}
