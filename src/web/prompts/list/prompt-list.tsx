import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, useMay } from '../../api/index.ts'
import { Button, counted, Empty, ShowMore } from '../../design/index.ts'
import { FolderedList } from '../../folders/index.ts'
import { Plus } from '../../icons/index.ts'
import { NewPrompt } from '../new-prompt.tsx'
import { waitingQuery } from '../release/queries.ts'
import { PromptTable } from './prompt-table.tsx'
import { QuickStart } from './quick-start.tsx'

const perPage = 100

export function PromptList() {
  const {
    find,
    folder,
    sort = 'updated_at',
    order = sort === 'name' ? 'asc' : 'desc',
  } = useSearch({
    from: '/prompts',
  })
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay('contributor')
  const list = useInfiniteQuery({
    queryKey: ['prompts', 'list', { find, folder, sort, order }],
    queryFn: ({ signal, pageParam }) =>
      call('listPrompts', {
        query: {
          name: find,
          folder_id: folder,
          sort_by: sort,
          sort_order: order,
          page: pageParam,
          per_page: perPage,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * perPage < total ? pages.length + 1 : undefined),
  })
  const prompts = list.data?.pages.flatMap((page) => page.prompts)
  const total = list.data?.pages[0]?.total
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus />
      New prompt
    </Button>
  )
  return (
    <>
      <FolderedList
        title="Prompts"
        search={{ find, folder }}
        list={list}
        total={total}
        actions={
          <>
            <ReleaseLink />
            {total !== 0 && create}
          </>
        }
        empty={
          <Empty title="No prompts yet" action={<QuickStart />}>
            {create}
          </Empty>
        }
      >
        {prompts && <PromptTable prompts={prompts} folder={folder} sort={sort} order={order} />}
        <ShowMore list={list} className="m-4 self-center" />
      </FolderedList>
      {isCreating && <NewPrompt folder={folder || null} onClose={() => setCreating(false)} />}
    </>
  )
}

/** A link to the pending releases; hidden if there are none. */
function ReleaseLink() {
  const { data } = useQuery(waitingQuery)
  if (!data) return null
  return (
    <Link to="/prompts/releases" className="text-accent-ink underline">
      {data.isAll ? counted(data.count, 'release request') : `${data.count}+ release requests`}
    </Link>
  )
}
