import { useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs } from '../design/index.ts'
import { Page } from '../shell/index.ts'
import { Snippets } from './snippets.tsx'
import { Tools } from './tools.tsx'

/** The parts that several prompts share. */
export function ToolsAndSnippets() {
  const { show = 'tools' } = useSearch({ from: '/tools' })
  const navigate = useNavigate({ from: '/tools' })
  return (
    <Page title="Tools & snippets">
      <Tabs
        value={show}
        onChange={(next) => void navigate({ search: { show: next === 'snippets' ? next : undefined } })}
        tabs={[
          { value: 'tools', label: 'Tools', panel: <Tools /> },
          { value: 'snippets', label: 'Snippets', panel: <Snippets /> },
        ]}
      />
    </Page>
  )
}
