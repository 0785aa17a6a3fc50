import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, Empty, ListTotal, PageSearch, type QueryResult, QueryState } from '../design/index.ts'
import { Page } from '../shell/index.ts'
import { FolderTree } from './folder-tree.tsx'

interface Props {
  readonly title: 'Prompts' | 'Tables' | 'Workflows'
  readonly search: { readonly find?: string | undefined; readonly folder?: number | undefined }
  readonly list: QueryResult
  /** The number of matching entities; undefined until it is loaded. */
  readonly total: number | undefined
  /** Buttons beside the search. */
  readonly actions: ReactNode
  /** Shown if the workspace has no entity of this kind. */
  readonly empty: ReactNode
  readonly children: ReactNode
}

/** A page with the entities of a kind, their folders, and a search by name. */
export function FolderedList({ title, search, list, total, actions, empty, children }: Props) {
  const { find, folder } = search
  const navigate = useNavigate()
  const plural = title.toLowerCase()
  const show = (change: Props['search']) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <Page
      title={title}
      badges={<ListTotal total={total} />}
      actions={
        <>
          <PageSearch label={`Find ${plural}`} value={find} onChange={(next) => show({ find: next })} />
          {actions}
        </>
      }
    >
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <FolderTree chosen={folder} allLabel={`All ${plural}`} />
        <div className="flex min-w-0 flex-1 flex-col overflow-auto">
          <QueryState query={list} />
          {total === 0 && find === undefined && folder === undefined && empty}
          {total === 0 && (find !== undefined || folder !== undefined) && (
            <Empty
              title={find ? `No ${plural} match` : `No ${plural} in this folder`}
              action={
                <Button onClick={() => show({ find: undefined, folder: undefined })}>
                  Show all {plural}
                </Button>
              }
            />
          )}
          {total !== 0 && children}
        </div>
      </div>
    </Page>
  )
}
