import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Answer, call, queryOf, useMay } from '../api/index.ts'
import {
  Button,
  buttonStyle,
  Empty,
  ListTable,
  MenuItem,
  Pager,
  PageSearch,
  QueryState,
  Time,
} from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { FlaskConical } from '../icons/index.ts'
import { DeleteMenu, Page } from '../shell/index.ts'
import { ChangedBy } from './changed-by.tsx'
import { duplicatePlayground } from './queries.ts'

type Item = Answer<'listPlaygrounds'>['playgrounds'][number]

const perPage = 50

/** The playgrounds that the workspace shares. */
export function PlaygroundList() {
  const { find, page = 1 } = useSearch({ from: '/playground/saved' })
  const navigate = useNavigate({ from: '/playground/saved' })
  const list = useQuery({
    ...queryOf(['playgrounds', 'list', find, page], 'listPlaygrounds', {
      query: { ...(find && { name: find }), page, per_page: perPage },
    }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.playgrounds
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / perPage))
  const blank = (
    <Link to="/playground" className={buttonStyle({ kind: 'primary' })}>
      <FlaskConical />
      New playground
    </Link>
  )
  return (
    <Page
      title="Playgrounds"
      actions={
        <>
          <PageSearch
            label="Find playgrounds"
            value={find}
            onChange={(find) => void navigate({ search: { find }, replace: true })}
          />
          {blank}
        </>
      }
    >
      <QueryState query={list} />
      {rows?.length === 0 && !find && (
        <Empty title="No saved playgrounds yet" action={blank}>
          A playground compares variants of prompts and models on the same cases. Save one to share it with
          your team.
        </Empty>
      )}
      {rows?.length === 0 && find && (
        <Empty
          title="No playgrounds match"
          action={<Button onClick={() => void navigate({ search: {} })}>Show all playgrounds</Button>}
        />
      )}
      {rows && rows.length > 0 && (
        <ListTable
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Name',
              cell: ({ id, name }) => (
                <Link to="/playground" search={{ id }} className="font-medium hover:underline">
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              head: 'Models',
              width: 'w-72 max-w-72 max-lg:hidden',
              cell: ({ models }) => (
                <span className="block truncate" title={models.join(', ')}>
                  {models.join(', ')}
                </span>
              ),
            },
            { head: 'Variants', width: 'w-20', isNumber: true, cell: ({ variant_count }) => variant_count },
            { head: 'Cases', width: 'w-20', isNumber: true, cell: ({ case_count }) => case_count },
            {
              head: 'Changed by',
              width: 'w-44 max-sm:hidden',
              cell: ({ updated_by }) => <ChangedBy author={updated_by} />,
            },
            { head: 'Changed', width: 'w-36', cell: ({ updated_at }) => <Time at={updated_at} /> },
          ]}
          menu={(item) => <ItemMenu item={item} />}
        />
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) =>
          void navigate({ search: (search) => ({ ...search, page: next === 1 ? undefined : next }) })
        }
      />
    </Page>
  )
}

function ItemMenu({ item: { id, name } }: { item: Item }) {
  const mayChange = useMay('contributor')
  const duplicate = useChange(() => duplicatePlayground(id), {
    keys: [['playgrounds', 'list']],
    done: (copy) => `${copy.name} created`,
  })
  if (!mayChange) return null
  return (
    <DeleteMenu
      name={name}
      list="playgrounds"
      consequence="Its variants and cases will be gone for everyone in this workspace. Saved prompt versions stay."
      onDelete={() => call('deletePlayground', { params: { playground_id: id } })}
    >
      <MenuItem onSelect={() => duplicate.mutate()}>Duplicate</MenuItem>
    </DeleteMenu>
  )
}
