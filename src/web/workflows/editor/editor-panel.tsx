import { ofNodes, SourceWords, TypeGallery } from '../../columns/index.ts'
import { names } from '../../columns/values.ts'
import { HeadedPanel } from '../../design/index.ts'
import { withNode } from '../definition/change.ts'
import { RunsPanel } from '../runs/runs-panel.tsx'
import { InputsPanel } from './inputs-panel.tsx'
import { LinkPanel } from './link-panel.tsx'
import { NodePanel, sheetTypes } from './node-panel.tsx'
import type { PanelProps } from './panel-props.ts'
import { VersionsPanel } from './versions-panel.tsx'

interface Props extends PanelProps {
  readonly panel: { readonly kind: 'versions' | 'runs'; readonly id: number; readonly version: number } | null
}

/** The panel beside the drawing: a node or edge, the input variables, the types of
 * nodes, the versions or the runs. */
export function EditorPanel({ panel, ...rest }: Props) {
  const { definition, selected, onClose } = rest
  if (selected?.kind === 'inputs') return <InputsPanel {...rest} />
  if (selected?.kind === 'types') return <TypesPanel {...rest} />
  if (selected?.kind === 'node') {
    const node = definition.nodes.find(({ name }) => name === selected.name)
    if (node) return <NodePanel key={node.name} node={node} {...rest} />
  }
  if (selected?.kind === 'link') {
    const { source, target } = selected
    return <LinkPanel key={`${source}\n${target}`} source={source} target={target} {...rest} />
  }
  if (panel?.kind === 'versions')
    return <VersionsPanel id={panel.id} version={panel.version} onClose={onClose} />
  if (panel?.kind === 'runs') return <RunsPanel id={panel.id} onClose={onClose} />
  return null
}

/** The types of nodes. A chosen type is added to the drawing as a node. */
const TypesPanel = ({ definition, onChange, onSelect, onClose }: PanelProps) => (
  <HeadedPanel label="Add node" title="Add node" onClose={onClose}>
    <div className="min-h-0 flex-1 overflow-auto p-4">
      <SourceWords value={ofNodes}>
        <TypeGallery
          without={sheetTypes}
          hasFocus
          onChoose={(type) => {
            const [next, name] = withNode(definition, type, ofNodes.adapt(names[type]).toLowerCase())
            onChange(next)
            onSelect({ kind: 'node', name })
          }}
        />
      </SourceWords>
    </div>
  </HeadedPanel>
)
