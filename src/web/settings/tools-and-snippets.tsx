import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/index.ts'
import { buttonStyle, PageSearch, Tabs } from '../design/index.ts'
import { Plus } from '../icons/index.ts'
import { Page, ViewOnly } from '../shell/index.ts'
import { NewTool } from './new-tool.tsx'
import { AddButton } from './section.tsx'
import { Snippets } from './snippets.tsx'
import { Tools } from './tools.tsx'

/** The parts that several prompts share. */
export function ToolsAndSnippets() {
  const { show = 'tools', find } = useSearch({ from: '/tools' })
  const navigate = useNavigate({ from: '/tools' })
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const create =
    mayChange &&
    (show === 'tools' ? (
      <AddButton onClick={() => setCreating(true)}>New tool</AddButton>
    ) : (
      <Link to="/prompts/new" search={{ kind: 'completion' }} className={buttonStyle({ kind: 'primary' })}>
        <Plus />
        New snippet
      </Link>
    ))
  return (
    <Page
      title="Tools & snippets"
      badges={<ViewOnly />}
      actions={
        <>
          <PageSearch
            label={`Find ${show}`}
            value={find}
            onChange={(next) =>
              void navigate({ search: (before) => ({ ...before, find: next }), replace: true })
            }
          />
          {create}
        </>
      }
    >
      <Tabs
        value={show}
        onChange={(next) => void navigate({ search: { show: next === 'snippets' ? next : undefined } })}
        tabs={[
          { value: 'tools', label: 'Tools', panel: <Tools find={find} /> },
          { value: 'snippets', label: 'Snippets', panel: <Snippets find={find} /> },
        ]}
      />
      {isCreating && <NewTool onClose={() => setCreating(false)} />}
    </Page>
  )
}
