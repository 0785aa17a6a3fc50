type Values = Readonly<Record<string, string>>

export interface FilledHeaders {
  readonly headers: Values
  /** Environment variables that the headers use. */
  readonly usedVariables: readonly string[]
  /** Environment variables that do not exist. */
  readonly missingVariables: readonly string[]
}

const spellings = {
  dollar: /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
  braces: /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g,
}

/**
 * Replaces each `${NAME}` (dollar) or `{{NAME}}` (braces) by the variable's value, without expanding values.
 */
export function fillHeaders(
  headers: Values,
  environment: Values,
  spelling: keyof typeof spellings = 'dollar',
): FilledHeaders {
  const missing = new Set<string>()
  const used = new Set<string>()
  const filled = Object.entries(headers).map(([header, text]) => {
    const value = text.replace(spellings[spelling], (_, name: string) => {
      if (Object.hasOwn(environment, name)) {
        used.add(name)
        return environment[name]!
      }
      missing.add(name)
      return ''
    })
    return [header, value]
  })
  return {
    headers: Object.fromEntries(filled) as Values,
    usedVariables: [...used],
    missingVariables: [...missing],
  }
}

/** Explains why a call cannot be made without these variables. */
export function missingMessage(missing: readonly string[], withheld: Values): string {
  const refused = missing.filter((name) => Object.hasOwn(withheld, name))
  if (refused.length > 0)
    return `The environment variable ${refused[0]} may not be used here: ${withheld[refused[0]!]}.`
  return `There is no environment variable ${missing.join(', ')}.`
}

const isPublic = (word: string): boolean =>
  /^(bearer|basic|digest|token|apikey|(application|text|\*)\/[\w.+*-]+;?)$/i.test(word)

/** The parts of sent headers that may be secrets: each value and each of its words, except schemes and media types. */
export const secretsOf = (headers: Values): string[] =>
  Object.values(headers)
    .flatMap((value) => [value, ...value.split(' ')])
    .filter((word) => !isPublic(word))
