import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { CopyButton, Empty, ListTable, QueryState, ShowMore, Time } from '../design/index.ts'
import { LabelBadge } from '../prompts/index.ts'

const perPage = 100

/** The texts that prompts insert by `@@@name@@@`, whose name contains `find`. */
export function Snippets({ find }: { find: string | undefined }) {
  const list = useInfiniteQuery({
    queryKey: ['prompts', 'snippets', find],
    queryFn: ({ pageParam, signal }) =>
      call('listPrompts', {
        query: {
          is_snippet: true,
          name: find,
          sort_by: 'name',
          sort_order: 'asc',
          page: pageParam,
          per_page: perPage,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * perPage < total ? page + 1 : undefined),
  })
  const snippets = list.data?.pages.flatMap(({ prompts }) => prompts) ?? []
  return (
    <>
      <QueryState query={list} />
      {list.data && snippets.length === 0 && (
        <Empty title={find ? 'No snippets match' : 'No snippets yet'}>
          {!find &&
            'A snippet is a text that several prompts insert, such as rules for the tone. A change of the snippet applies to all of them.'}
        </Empty>
      )}
      {snippets.length > 0 && (
        <ListTable
          rows={snippets}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Name',
              cell: ({ id, name }) => (
                <Link
                  to="/prompts/$promptId"
                  params={{ promptId: String(id) }}
                  title={name}
                  className="font-medium hover:underline"
                >
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              head: 'Last change',
              width: 'w-72 max-w-72 max-lg:hidden',
              cell: ({ commit_message }) => (
                <bdi className="block truncate" title={commit_message ?? undefined}>
                  {commit_message}
                </bdi>
              ),
            },
            { head: 'Version', width: 'w-24', cell: ({ latest_version }) => `v${latest_version}` },
            {
              head: 'Labels',
              width: 'w-52',
              cell: ({ labels }) => (
                <span className="flex gap-1">
                  {labels.map((label) => (
                    <LabelBadge key={label.id} name={label.name} version={label.version} />
                  ))}
                </span>
              ),
            },
            { head: 'Changed', width: 'w-36', cell: ({ updated_at }) => <Time at={updated_at} /> },
          ]}
          menu={({ name }) => <CopyButton name={`marker of ${name}`} text={`@@@${name}@@@`} />}
        />
      )}
      <ShowMore list={list} className="self-center" />
    </>
  )
}
