/** A warning about missing or unused input variables of a run; null without any. */
export function inputWarning(
  expected: readonly string[],
  inputs: Readonly<Record<string, unknown>>,
): string | null {
  const missing = expected.filter((name) => !Object.hasOwn(inputs, name))
  const unused = Object.keys(inputs).filter((name) => !expected.includes(name))
  const warnings = [
    missing.length > 0 && `Input variables without a value: ${missing.join(', ')}.`,
    unused.length > 0 && `Input variables that the workflow does not have: ${unused.join(', ')}.`,
  ].filter((text) => text !== false)
  return warnings.length > 0 ? warnings.join(' ') : null
}
