import { useQuery } from '@tanstack/react-query'
import { type Answer, call, queryOf, useSession } from '../api/index.ts'
import { Badge, Button, Switch, Time } from '../design/index.ts'
import { RowConfirmButton, useChange } from '../dialogs/index.ts'
import { PersonCell, Rows, Section } from './section.tsx'

type Account = Answer<'listAccounts'>['accounts'][number]

interface Change {
  readonly id: string
  readonly closed?: boolean
  readonly may_make_workspaces?: boolean
  readonly is_installation_admin?: boolean
}

export function Accounts() {
  const { data, error, refetch } = useQuery(queryOf(['accounts'], 'listAccounts'))
  const self = useSession()?.person?.id
  const change = useChange(
    ({ id, ...body }: Change) => call('updateAccount', { params: { person_id: id }, body }),
    { keys: ['accounts'], done: 'Account changed' },
  )
  const rightSwitch = (
    { person, closed_at }: Account,
    field: keyof Omit<Change, 'id' | 'closed'>,
    name: string,
    isOn: boolean,
  ) => (
    <Switch
      key={field}
      label={`${name}: ${person.name}`}
      checked={isOn}
      disabled={person.id === self || closed_at !== null}
      onChange={(next) => change.mutate({ id: person.id, [field]: next })}
    />
  )
  return (
    <Section
      title="Accounts"
      about="All people of this server. Installation admins close accounts and give rights."
      query={{ data, error, refetch }}
    >
      <Rows
        label="Accounts"
        heads={['Person', 'Last seen', 'Creates workspaces', 'Installation admin', '']}
        rows={data?.accounts ?? []}
        keyOf={({ person }) => person.id}
        empty="No accounts yet."
        cells={(account) => [
          <PersonCell
            key="person"
            name={account.person.name}
            email={account.person.email}
            badge={account.person.id === self && <Badge>You</Badge>}
          />,
          account.closed_at ? (
            <Badge key="closed" tone="warning">
              Closed
            </Badge>
          ) : account.last_seen_at ? (
            <Time key="seen" at={account.last_seen_at} />
          ) : (
            'never'
          ),
          rightSwitch(account, 'may_make_workspaces', 'Creates workspaces', account.may_make_workspaces),
          rightSwitch(account, 'is_installation_admin', 'Installation admin', account.is_installation_admin),
          account.person.id !== self &&
            (account.closed_at ? (
              <Button
                key="do"
                size="small"
                aria-label={`Reopen ${account.person.name}`}
                onClick={() => change.mutate({ id: account.person.id, closed: false })}
              >
                Reopen
              </Button>
            ) : (
              <RowConfirmButton
                key="do"
                verb="Close"
                name={account.person.name}
                consequence="Sessions, personal keys and memberships end at once. You become admin of the workspaces that would have no admin."
                onConfirm={() => change.mutate({ id: account.person.id, closed: true })}
              />
            )),
        ]}
      />
    </Section>
  )
}
