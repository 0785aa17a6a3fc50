import { changeRows, type Database, deleteRows, type PersonRow, type Tx } from '../db/index.ts'

export type AccountRow = Omit<PersonRow, 'password_hash' | 'email_key'> & {
  readonly last_seen_at: number | null
  readonly workspaces: readonly { readonly id: number; readonly name: string }[]
}

/** All accounts by name, or the account of one person. */
export async function selectAccounts(db: Database, person?: string): Promise<AccountRow[]> {
  const people = await db
    .selectFrom('people')
    .leftJoin('sessions', 'sessions.person_id', 'people.id')
    .select([
      'people.id',
      'people.name',
      'people.email',
      'people.created_at',
      'people.may_make_workspaces',
      'people.is_installation_admin',
      'people.closed_at',
    ])
    .select(({ fn }) => fn.max('sessions.last_seen_at').as('last_seen_at'))
    .$if(person !== undefined, (query) => query.where('people.id', '=', person!))
    .groupBy('people.id')
    .orderBy('people.name')
    .orderBy('people.id')
    .execute()
  const memberships = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.person_id', 'workspaces.id', 'workspaces.name'])
    .$if(person !== undefined, (query) => query.where('members.person_id', '=', person!))
    .orderBy('workspaces.id')
    .execute()
  const byPerson = Map.groupBy(memberships, ({ person_id }) => person_id)
  return people.map((row) => ({
    ...row,
    workspaces: (byPerson.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

export const setRights = (
  tx: Tx,
  person: string,
  rights: Partial<Pick<PersonRow, 'may_make_workspaces' | 'is_installation_admin' | 'closed_at'>>,
) => changeRows(tx, 'people', { id: person }, rights)

/** Locks all accounts, so that changes of accounts run one after the other. */
export async function lockAccounts(tx: Tx) {
  await tx
    .updateTable('people')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', ({ selectFrom }) => selectFrom('people').select(({ fn }) => fn.min('id').as('id')))
    .execute()
}

/** Workspaces whose only admin is this person. */
export async function selectSoleAdminWorkspaces(db: Database, person: string): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .select('workspace_id')
    .where('person_id', '=', person)
    .where('role', '=', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members as others')
            .select('others.person_id')
            .whereRef('others.workspace_id', '=', 'members.workspace_id')
            .where('others.person_id', '!=', person)
            .where('others.role', '=', 'admin'),
        ),
      ),
    )
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Adds the person as admin, or changes the role of a member. */
export async function makeAdmin(tx: Tx, workspace: number, person: string, now: number) {
  await tx
    .insertInto('members')
    .values({ workspace_id: workspace, person_id: person, role: 'admin', created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ role: 'admin' }))
    .execute()
}

/** Deletes a person's sessions, memberships and invitations. */
export async function deletePresence(tx: Tx, { id, email_key }: Pick<PersonRow, 'id' | 'email_key'>) {
  for (const table of ['sessions', 'members'] as const)
    await tx.deleteFrom(table).where('person_id', '=', id).execute()
  await deleteRows(tx, 'invitations', { email: email_key })
}

export async function selectInstallationWorkspaces(db: Database, workspace?: number) {
  return db
    .selectFrom('workspaces')
    .leftJoin('workspace_settings', 'workspace_settings.workspace_id', 'workspaces.id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.created_at', 'workspace_settings.provider_keys'])
    .where('workspaces.deleted_at', 'is', null)
    .$if(workspace !== undefined, (query) => query.where('workspaces.id', '=', workspace!))
    .orderBy('workspaces.id')
    .execute()
}
