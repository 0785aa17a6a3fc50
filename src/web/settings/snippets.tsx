import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, useMay } from '../api/index.ts'
import { buttonStyle, CopyButton, ShowMore, Time } from '../design/index.ts'
import { Plus } from '../icons/index.ts'
import { LabelBadge } from '../prompts/index.ts'
import { Rows, SectionContent } from './section.tsx'

const perPage = 100

/** The texts that prompts insert by `@@@name@@@`. */
export function Snippets() {
  const mayChange = useMay('contributor')
  const list = useInfiniteQuery({
    queryKey: ['prompts', 'snippets'],
    queryFn: ({ pageParam, signal }) =>
      call('listPrompts', {
        query: { is_snippet: true, sort_by: 'name', sort_order: 'asc', page: pageParam, per_page: perPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * perPage < total ? page + 1 : undefined),
  })
  return (
    <SectionContent
      title="Snippets"
      about="Texts that several prompts insert. A change of a snippet applies to all of them."
      query={list}
      action={
        mayChange && (
          <Link
            to="/prompts/new"
            search={{ kind: 'completion' }}
            className={buttonStyle({ kind: 'primary' })}
          >
            <Plus />
            New snippet
          </Link>
        )
      }
    >
      <Rows
        label="Snippets"
        heads={['Name', 'Version', 'Labels', 'Changed', 'Marker']}
        rows={list.data?.pages.flatMap(({ prompts }) => prompts) ?? []}
        keyOf={({ id }) => id}
        empty="No snippets yet. Write a text once, such as rules for the tone, and insert it into any prompt by its name."
        cells={({ id, name, latest_version, labels, updated_at }) => [
          <Link
            key="name"
            to="/prompts/$promptId"
            params={{ promptId: String(id) }}
            title={name}
            className="font-medium hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>,
          <span key="version" className="tabular-nums">
            v{latest_version}
          </span>,
          <span key="labels" className="flex gap-1">
            {labels.map((label) => (
              <LabelBadge key={label.id} name={label.name} version={label.version} />
            ))}
          </span>,
          <Time key="at" at={updated_at} />,
          <CopyButton key="marker" name={`marker of ${name}`} text={`@@@${name}@@@`} />,
        ]}
      />
      <ShowMore list={list} className="self-center" />
    </SectionContent>
  )
}
