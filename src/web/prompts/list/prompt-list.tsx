import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, useMay } from '../../api/index.ts'
import { Button, Empty, ListTotal, PageSearch, QueryState, ShowMore } from '../../design/index.ts'
import { FolderTree } from '../../folders/index.ts'
import { Plus } from '../../icons/index.ts'
import { Page } from '../../shell/index.ts'
import { NewPrompt } from '../new-prompt.tsx'
import { PromptTable } from './prompt-table.tsx'
import { QuickStart } from './quick-start.tsx'
import { ReleaseLink } from './release-link.tsx'

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
  const navigate = useNavigate({ from: '/prompts' })
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
  const isNarrowed = find !== undefined || folder !== undefined
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus />
      New prompt
    </Button>
  )
  return (
    <Page
      title="Prompts"
      badges={<ListTotal total={total} />}
      actions={
        <>
          <ReleaseLink />
          <PageSearch
            label="Find prompts"
            value={find}
            onChange={(find) => navigate({ search: (search) => ({ ...search, find }), replace: true })}
          />
          {total !== 0 && create}
        </>
      }
    >
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <FolderTree chosen={folder} all="All prompts" />
        <div className="flex min-w-0 flex-1 flex-col overflow-auto">
          <QueryState of={list} />
          {prompts?.length === 0 &&
            (isNarrowed ? (
              <Empty
                title={find ? 'No prompts match' : 'No prompts in this folder'}
                action={
                  <Button onClick={() => navigate({ search: { sort, order } })}>Show all prompts</Button>
                }
              />
            ) : (
              <Empty title="No prompts yet" action={<QuickStart />}>
                {create}
              </Empty>
            ))}
          {prompts && prompts.length > 0 && <PromptTable prompts={prompts} sort={sort} order={order} />}
          <ShowMore list={list} className="m-4 self-center" />
        </div>
      </div>
      {isCreating && <NewPrompt folder={folder || null} onClose={() => setCreating(false)} />}
    </Page>
  )
}
