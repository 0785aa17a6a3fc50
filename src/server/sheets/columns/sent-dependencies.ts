import type { Dependency } from '../../../engine/sheet/index.ts'

interface SentDependency {
  readonly column_id: string
  readonly reference_type: string
  readonly config_key?: string | null | undefined
  readonly config_meta?: Readonly<Record<string, string | number>> | null | undefined
}

export const toDependencies = (dependencies: readonly SentDependency[]): Dependency[] =>
  dependencies.map(({ column_id, reference_type, config_key, config_meta }) => ({
    column_id,
    reference_type,
    config_key: config_key ?? null,
    config_meta: config_meta ?? null,
  }))
