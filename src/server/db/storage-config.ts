export interface StorageConfig {
  /** Folder of the embedded database. */
  readonly folder: string
  /** If set, PostgreSQL is used. */
  readonly databaseUrl: string | null
}
