export interface StorageConfig {
  /** The folder of the embedded database. */
  readonly folder: string
  /** The address of PostgreSQL; null: SQLite is used. */
  readonly databaseUrl: string | null
}
