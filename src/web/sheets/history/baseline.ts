interface Version {
  readonly id: string
  readonly name: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The newest named version. Automatic versions exist before and after each change. */
export const namedBaseline = (versions: readonly Version[]): string | undefined =>
  versions.find(({ name }) => name)?.id

/** The version to compare with first: a named one, or the newest one with rows. */
export const firstBaseline = (versions: readonly Version[]): string | undefined =>
  namedBaseline(versions) ?? versions.find(({ metadata }) => metadata['row_count'] !== 0)?.id
