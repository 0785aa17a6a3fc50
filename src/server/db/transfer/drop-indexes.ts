import type pg from 'pg'

type Statements = readonly string[]

/**
 * Drops foreign keys and indexes until an import has filled the tables; returns the statements that create them again. Tables
 * are filled one by one, so foreign keys would fail. Building the index of words afterwards takes 0.2 ms a request instead of 0.5.
 */
export async function dropIndexesAndReferences(client: pg.Client): Promise<Statements> {
  const indexes = await dropAll(client, plainIndexes)
  const references = await dropAll(client, allReferences)
  return ["set local maintenance_work_mem = '256MB'", ...indexes, ...references]
}

async function dropAll(client: pg.Client, text: string): Promise<Statements> {
  const { rows } = await client.query<{ drop: string; add: string }>(text)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

/** All but the unique indexes. Indexes of a partitioned table also apply to partitions made later. */
const plainIndexes = `select
    format('drop index %s', indexrelid::regclass) as drop,
    replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as add
  from pg_index join pg_class on pg_class.oid = indexrelid
  where not indisunique and not relispartition and relnamespace = current_schema()::regnamespace`

const allReferences = `select
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`
