import { ofNodes, SourceWords, TypeGallery } from '../../columns/index.ts'
import { names } from '../../columns/values.ts'
import { HeadedPanel } from '../../design/index.ts'
import { withNode } from '../definition/change.ts'
import { sheetTypes } from './node-panel.tsx'
import type { PanelProps } from './panel-props.ts'

/** The types of nodes. A chosen type is added to the drawing as a node. */
export const TypesPanel = ({ definition, onChange, onSelect, onClose }: PanelProps) => (
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
